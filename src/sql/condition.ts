import { join, type Sql, sql } from './fragment.ts';

/**
 * A three-valued SQL condition. It is not a value: some databases have no booleans to select or pass as arguments, so
 * only a dialect turns it into a value. It needs no parentheses next to `and`, since every `or` is parenthesized.
 */
export interface Condition {
  readonly kind: 'condition';
  readonly sql: Sql;
  /**
   * The same condition with the exact truth value: `sql` may be false where this is unknown. Only a negation needs it.
   * Absent if `sql` is exact.
   */
  readonly exact?: Sql;
}

/** Condition template, made of values and other conditions. */
export const condition = (strings: TemplateStringsArray, ...parts: readonly (Sql | Condition)[]): Condition => ({
  kind: 'condition',
  sql: sql(strings, ...parts.map(sqlOf)),
  ...(parts.some(isInexact) && { exact: sql(strings, ...parts.map(exactOf)) }),
});

const sqlOf = (part: Sql | Condition): Sql => ('kind' in part ? part.sql : part);

const exactOf = (part: Sql | Condition): Sql => ('kind' in part ? (part.exact ?? part.sql) : part);

const isInexact = (part: Sql | Condition): boolean => 'kind' in part && part.exact !== undefined;

/** Joins conditions with AND, as in WHERE; undefined if there are none. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const given = conditions.filter((member) => member !== undefined);
  return given.length === 0 ? undefined : joined(given, ' and ');
}

/** `(a and b)`, `(a or b)` */
export const combine = (operator: 'and' | 'or', members: readonly Condition[]): Condition =>
  condition`(${joined(members, ` ${operator} `)})`;

/** SQL negation `not (a)`: unknown stays unknown. */
export const not = (member: Condition): Condition => condition`not (${exactOf(member)})`;

const joined = (members: readonly Condition[], separator: string): Condition => ({
  kind: 'condition',
  sql: join(members.map(sqlOf), separator),
  ...(members.some(isInexact) && { exact: join(members.map(exactOf), separator) }),
});
