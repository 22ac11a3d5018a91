import { refuse } from '../../base/errors.ts';
import type { Entity, Field } from '../../model/model.ts';
import { type Planning, readableField } from '../planning.ts';

/** What the parts of one `groupBy` share. */
export interface Grouping {
  readonly entity: Entity;
  /** Fields in which the rows of a group agree. */
  readonly by: readonly Field[];
  readonly planning: Planning;
}

/**
 * A field that has one value for a group.
 * @param path of the selected field that names it
 * @throws Refusal Forbidden for a field that the role may not read, BadRequest for one that rows are not grouped by
 */
export function groupedField({ entity, by, planning }: Grouping, name: string, path: readonly string[]): Field {
  const field = readableField(entity, name, planning);
  if (by.includes(field)) return field;
  const message = `Rows are not grouped by "${name}"; name it in the "fields" of "groupBy", or leave it out.`;
  return refuse('BadRequest', message, { path });
}
