import type { ConfigPath, Problem } from '../../base/problem.ts';
import type { ConfigFile, Draft, EntityFile } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';
import { columnsOf, entitiesOf } from '../entity-settings.ts';

/** Each column is described once, and no two things in an entity get the same name. */
export function checkFields(file: Draft<ConfigFile>): Problem[] {
  return entitiesOf(file).flatMap(([name, entity]) => checkEntity(['entities', name], entity));
}

function checkEntity(path: ConfigPath, entity: Draft<EntityFile>): Problem[] {
  const columns = new Set<string>();
  const names = new Map<string, string>();
  const ofFields = columnsOf(entity).flatMap((field) => {
    const here = [...path, ...field.path];
    if (columns.has(field.name))
      return [errorAt(here, `The column "${field.name}" is listed twice; keep one of them.`)];
    columns.add(field.name);
    const exposed = field.alias ?? field.name;
    const owner = names.get(exposed);
    names.set(exposed, owner ?? `the column "${field.name}"`);
    return owner === undefined
      ? []
      : [errorAt(here, `${capitalised(owner)} has the name "${exposed}" too; give another "alias".`)];
  });
  const ofRelationships = Object.keys(entity.relationships ?? {}).flatMap((name) => {
    const owner = names.get(name);
    return owner === undefined
      ? []
      : [
          errorAt(
            [...path, 'relationships', name],
            `${capitalised(owner)} has the name "${name}" too; rename one of them.`,
          ),
        ];
  });
  return [...ofFields, ...ofRelationships];
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
