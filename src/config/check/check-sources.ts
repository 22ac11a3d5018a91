import type { ConfigPath, Problem } from '../../base/problem.ts';
import type { ConfigFile, Draft, EntityFile } from '../config-file.ts';
import { errorAt, warningAt } from '../document/problem-at.ts';
import { entitiesOf, parametersOf, sourceKind } from '../entity-settings.ts';

/** The settings of a source fit its kind, and are written in one spelling. */
export function checkSources(file: Draft<ConfigFile>): Problem[] {
  return entitiesOf(file).flatMap(([name, entity]) => {
    const path = ['entities', name];
    return [...checkParameters(path, entity), ...checkMethods(path, entity), ...checkSpelling(path, entity)];
  });
}

/** What a procedure alone has. */
function checkParameters(path: ConfigPath, entity: Draft<EntityFile>): Problem[] {
  const { source } = entity;
  if (typeof source === 'object' && 'result-columns' in source && sourceKind(entity) !== 'stored-procedure') {
    const message = `A ${sourceKind(entity)} has its columns in the database; remove "result-columns", or give the type "stored-procedure".`;
    return [errorAt([...path, 'source', 'result-columns'], message)];
  }
  const here = [...path, 'source', 'parameters'];
  const names = parametersOf(entity).map(({ name }) => name);
  if (names.length > 0 && sourceKind(entity) !== 'stored-procedure')
    return [
      errorAt(here, `A ${sourceKind(entity)} has no parameters; remove them, or give the type "stored-procedure".`),
    ];
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [errorAt([...here, index], `The parameter "${name}" is listed twice; keep one of them.`)],
  );
}

function checkMethods(path: ConfigPath, { rest, ...entity }: Draft<EntityFile>): Problem[] {
  if (typeof rest !== 'object' || !('methods' in rest) || sourceKind(entity) === 'stored-procedure') return [];
  return [
    warningAt(
      [...path, 'rest', 'methods'],
      `"methods" is ignored: only a stored procedure has them; what a ${sourceKind(entity)} offers is said by "operations".`,
    ),
  ];
}

/** `fields` is the newer spelling of two older keys, and replaces both. */
function checkSpelling(path: ConfigPath, entity: Draft<EntityFile>): Problem[] {
  const { source } = entity;
  const older = [
    ...('mappings' in entity ? [{ key: ['mappings'], newer: 'alias' }] : []),
    ...(typeof source === 'object' && 'key-fields' in source
      ? [{ key: ['source', 'key-fields'], newer: 'primary-key' }]
      : []),
  ];
  if (!('fields' in entity)) return [];
  return older.map(({ key, newer }) =>
    errorAt([...path, ...key], `"${key.at(-1)}" cannot stand beside "fields"; write it there, as "${newer}".`),
  );
}
