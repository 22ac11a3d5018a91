import { join, type Sql, sql } from './fragment.ts';

/**
 * A three-valued condition. Its SQL needs no parentheses next to `and`. It is not an `Sql` value, because some
 * databases cannot select a condition or pass it as an argument.
 */
export interface Condition {
  readonly kind: 'condition';
  readonly sql: Sql;
  /** SQL to use under NOT. Set if `sql` may be false where the exact condition is unknown. */
  readonly exact?: Sql;
}

export const condition = (strings: TemplateStringsArray, ...parts: readonly (Sql | Condition)[]): Condition => ({
  kind: 'condition',
  sql: sql(strings, ...parts.map(sqlOf)),
  ...(parts.some(isInexact) && { exact: sql(strings, ...parts.map(exactOperand)) }),
});

const sqlOf = (part: Sql | Condition): Sql => ('kind' in part ? part.sql : part);

const exactOperand = (part: Sql | Condition): Sql => ('kind' in part ? (part.exact ?? part.sql) : part);

const isInexact = (part: Sql | Condition): boolean => 'kind' in part && part.exact !== undefined;

export function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const present = conditions.filter((member) => member !== undefined);
  return present.length === 0 ? undefined : joinConditions(present, ' and ');
}

export const combine = (operator: 'and' | 'or', members: readonly Condition[]): Condition =>
  condition`(${joinConditions(members, ` ${operator} `)})`;

/** Returns `not (a)`; unknown stays unknown. */
export const not = (member: Condition): Condition => condition`not (${exactOperand(member)})`;

const joinConditions = (members: readonly Condition[], separator: string): Condition => ({
  kind: 'condition',
  sql: join(members.map(sqlOf), separator),
  ...(members.some(isInexact) && { exact: join(members.map(exactOperand), separator) }),
});
