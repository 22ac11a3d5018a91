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
  /** Whether the number of related items is asked for, too. */
  readonly counted: boolean;
}

/** Items that lists are asked for below; more of them tell no more. */
export const PARENTS = 60;

/** A document for a question, with `value` as the one root. @param argument such as `filter: $f` */
export function writeDocument(
  { entity, fields, under }: Question,
  { argument, variables, first }: { readonly argument: string; readonly variables: string; readonly first: number },
): string {
  const list = `(first: ${first}, ${argument}) { ${fields.join(' ')} }`;
  if (under === undefined) return `query ${variables} { value: ${entity.list}${list} }`;
  const { relationship, counted, entity: parent } = under;
  const count = counted ? ` ${relationship}_connection(${argument}) { totalCount }` : '';
  const own = parent.key.join(' ');
  return `query ${variables} { value: ${parent.list}(first: ${PARENTS}) { ${own} ${relationship}${list}${count} } }`;
}
