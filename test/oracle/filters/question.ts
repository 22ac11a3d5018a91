import type { Condition } from '../expressions/expression.ts';
import type { Entity } from '../naive/entity.ts';

/** What is asked of a list beside its filter, in the same way of every surface. */
export interface Question {
  /** What the filter is about. */
  readonly entity: Entity;
  /** Those of the key and others. */
  readonly fields: readonly string[];
  /** Where the list stands below items of another entity. */
  readonly under?: Under;
}

export interface Under {
  readonly entity: Entity;
  readonly relationship: string;
  /** Which of the items are asked for; all where there is none. */
  readonly parents?: Condition;
  /** Whether the number of related items is asked for, too. */
  readonly counted: boolean;
}

/** Items that lists are asked for below; more of them tell no more. */
export const PARENTS = 60;

/** How the filters of a question stand in a document. */
export interface Writing {
  /** Such as `filter: $f`. */
  readonly argument: string;
  /** The same of the items that the list stands below. */
  readonly parents?: string;
  readonly variables: string;
  readonly first: number;
}

/** A document for a question, with `value` as the one root. */
export function writeDocument(
  { entity, fields, under }: Question,
  { argument, parents, variables, first }: Writing,
): string {
  const list = `(first: ${first}, ${argument}) { ${fields.join(' ')} }`;
  if (under === undefined) return `query ${variables} { value: ${entity.list}${list} }`;
  const { relationship, counted, entity: parent } = under;
  const count = counted ? ` ${relationship}_connection(${argument}) { totalCount }` : '';
  const own = parent.key.join(' ');
  const above = `(${[`first: ${PARENTS}`, parents ?? []].flat().join(', ')})`;
  return `query ${variables} { value: ${parent.list}${above} { ${own} ${relationship}${list}${count} } }`;
}
