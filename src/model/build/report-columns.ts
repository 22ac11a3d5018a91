import type { Config } from '../../config/config.ts';
import type { Entity, Field } from '../model.ts';
import { creatableFields, executable, readableFields, updatableFields } from '../visibility.ts';
import type { ProblemList } from './problems.ts';

const RENAMED = '{count} columns are called otherwise in the APIs, where their names cannot stand';

/** Warns of columns that get another name, and notes those that are read as text, where some role can reach them. */
export function reportColumns(entities: readonly Entity[], { entities: written }: Config, problems: ProblemList): void {
  const aliases = new Map(written.map(({ name, fields }) => [name, fields]));
  for (const entity of entities) {
    const path = ['entities', entity.name, 'fields'];
    for (const { name, column, type } of reachableFields(entity)) {
      if (name !== column && aliases.get(entity.name)?.get(column)?.alias === undefined) {
        const message = `The column ${JSON.stringify(column)} is called "${name}", as its own name cannot stand in the APIs; an "alias" gives it another.`;
        problems.warning(path, message, RENAMED);
      }
      // An enum that is shown as text still takes and gives its labels: no need to warn.
      if (type.asText && type.labels === undefined) reportText(path, column, type.native, problems);
    }
    for (const { name, type } of executable(entity)?.parameters ?? []) {
      if (type.asText) reportText(['entities', entity.name, 'source', 'parameters'], name, type.native, problems);
    }
  }
}

function reportText(path: readonly string[], name: string, native: string, problems: ProblemList): void {
  problems.note(path, `"${name}" is read as text, because its type has no GraphQL scalar: ${native}.`);
}

function reachableFields(entity: Entity): readonly Field[] {
  if (executable(entity) !== undefined) return entity.fields;
  const reachable = new Set([...readableFields(entity), ...creatableFields(entity), ...updatableFields(entity)]);
  return entity.fields.filter((field) => reachable.has(field));
}
