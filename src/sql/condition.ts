import { join, type Sql, sql } from './fragment.ts';

/**
 * What is true, false or unknown of a row. It is no value: not every database has booleans to select or to pass on, so
 * only a dialect makes a value of it. It can always stand beside `and`, since an `or` is in parentheses.
 */
export interface Condition {
  readonly kind: 'condition';
  readonly sql: Sql;
  /** The same condition where `sql` is false instead of unknown; only its negation differs. Absent if `sql` is exact. */
  readonly exact?: Sql;
}

/** A template of a condition, made of values and of other conditions. */
export const condition = (strings: TemplateStringsArray, ...parts: readonly (Sql | Condition)[]): Condition => ({
  kind: 'condition',
  sql: sql(strings, ...parts.map(sqlOf)),
  ...(parts.some(isInexact) && { exact: sql(strings, ...parts.map(exactOf)) }),
});

const sqlOf = (part: Sql | Condition): Sql => ('kind' in part ? part.sql : part);

const exactOf = (part: Sql | Condition): Sql => ('kind' in part ? (part.exact ?? part.sql) : part);

const isInexact = (part: Sql | Condition): boolean => 'kind' in part && part.exact !== undefined;

/** Conditions that must all hold, as WHERE takes them; undefined where there are none. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const given = conditions.filter((member) => member !== undefined);
  return given.length === 0 ? undefined : joined(given, ' and ');
}

/** `(a and b)`, `(a or b)` */
export const combine = (operator: 'and' | 'or', members: readonly Condition[]): Condition =>
  condition`(${joined(members, ` ${operator} `)})`;

/** `not (a)`, as SQL has it: unknown stays unknown. */
export const not = (member: Condition): Condition => condition`not (${exactOf(member)})`;

const joined = (members: readonly Condition[], separator: string): Condition => ({
  kind: 'condition',
  sql: join(members.map(sqlOf), separator),
  ...(members.some(isInexact) && { exact: join(members.map(exactOf), separator) }),
});
