import type { Problem } from '../../base/problem.ts';
import { API_DESCRIPTION } from '../api-description.ts';
import type { ConfigFile, Draft, EntityFile } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';
import { entitiesOf, restSettings } from '../entity-settings.ts';

/** A segment has no characters that mean something in a URL, and spaces only within it; `.` and `..` are no segments. */
const SEGMENT = /^(?!\.{1,2}$)(?!\s)[^\t\r\n\v\f/:?#[\]@!$&'()*+,;=%\\<>"]+(?<!\s)$/;

const isPath = (path: string): boolean => path.split('/').every((segment) => SEGMENT.test(segment));

/** Each entity in the REST API has its own path, which can stand in a URL. */
export function checkRestPaths(file: Draft<ConfigFile>): Problem[] {
  const owners = new Map<string, string>();
  return entitiesOf(file).flatMap(([name, entity]) => {
    const { enabled, path } = restSettings(name, entity);
    if (!enabled) return [];
    const owner = owners.get(path);
    owners.set(path, owner ?? name);
    const fault = findFault(path, owner);
    return fault === undefined ? [] : [errorAt(placeOf(name, entity), fault)];
  });
}

function findFault(path: string, owner: string | undefined): string | undefined {
  if (!isPath(path)) {
    return `The REST path "${path}" cannot stand in a URL as it is; give a "rest.path" of letters, digits, spaces, "-", "_", "." and "/".`;
  }
  if (path === API_DESCRIPTION)
    return `The REST path "${path}" is the API's own description; give another "rest.path".`;
  if (owner !== undefined)
    return `The REST path "${path}" is that of the entity "${owner}" too; give another "rest.path".`;
  return undefined;
}

function placeOf(name: string, { rest }: Draft<EntityFile>): string[] {
  if (typeof rest === 'string') return ['entities', name, 'rest'];
  return typeof rest === 'object' && rest.path !== undefined ? ['entities', name, 'rest', 'path'] : ['entities', name];
}
