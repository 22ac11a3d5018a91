import type { Condition } from '../expressions/expression.ts';
import type { Entity } from '../naive/entity.ts';

/** A list query without its filter, equal for every API. */
export interface Question {
  readonly entity: Entity;
  /** Includes the key. */
  readonly fields: readonly string[];
  /** Parent entity of a nested list. */
  readonly under?: Under;
}

export interface Under {
  readonly entity: Entity;
  readonly relationship: string;
  /** Selects the parents; absent for all. */
  readonly parents?: Condition;
  /** True to request the number of related items. */
  readonly counted: boolean;
}

/** Maximum number of parents. */
export const PARENTS = 60;

/** Filters of a query in a document. */
export interface Notation {
  /** For example `filter: $f`. */
  readonly argument: string;
  /** The filter of the parents. */
  readonly parents?: string;
  readonly variables: string;
  readonly first: number;
}

/** Prints a document for a query, with `value` as the only root. */
export function writeDocument(
  { entity, fields, under }: Question,
  { argument, parents, variables, first }: Notation,
): string {
  const list = `(first: ${first}, ${argument}) { ${fields.join(' ')} }`;
  if (under === undefined) return `query ${variables} { value: ${entity.list}${list} }`;
  const { relationship, counted, entity: parent } = under;
  const count = counted ? ` ${relationship}_connection(${argument}) { totalCount }` : '';
  const parentKey = parent.key.join(' ');
  const above = `(${[`first: ${PARENTS}`, parents ?? []].flat().join(', ')})`;
  return `query ${variables} { value: ${parent.list}${above} { ${parentKey} ${relationship}${list}${count} } }`;
}
