import type { Random } from '../generate/random.ts';
import type { Judge } from './judge.ts';
import type { Kind } from './kind.ts';

/** A condition for each API, and for the database. */
export interface KindCondition {
  readonly filter: unknown;
  readonly expression: string;
  readonly sql: string;
}

const comparisons = [
  ['eq', 'eq', '='],
  ['neq', 'ne', '<>'],
  ['gt', 'gt', '>'],
  ['gte', 'ge', '>='],
  ['lt', 'lt', '<'],
  ['lte', 'le', '<='],
] as const;

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** @param values strings that are values of the kind */
export function makeCondition(kind: Kind, values: readonly string[], judge: Judge, random: Random): KindCondition {
  const makeOperand = (): KindCondition => makeComparison(kind, values, judge, random);
  if (random.chance(0.6)) return makeOperand();
  const [first, second] = [makeOperand(), makeOperand()];
  return {
    filter: { or: [first.filter, { not: second.filter }] },
    expression: `${first.expression} or not (${second.expression})`,
    sql: `(${first.sql}) or not (${second.sql})`,
  };
}

function makeComparison(kind: Kind, values: readonly string[], judge: Judge, random: Random): KindCondition {
  const field = random.pick(['v', 'w']);
  const column = judge.column(field, kind);
  const choice = random.next();
  if (choice < 0.1) {
    const isNull = random.chance(0.5);
    const test = judge.isNull(field);
    return {
      filter: { [field]: { isNull } },
      expression: `${field} ${isNull ? 'eq' : 'ne'} null`,
      sql: isNull ? test : `not (${test})`,
    };
  }
  if (choice < 0.3) {
    const items = random.times(random.int(0, 3), () => random.pick(values));
    const negated = random.chance(0.4);
    const among =
      items.length === 0 ? 'false' : `${column} in (${items.map((item) => judge.literal(item, kind)).join()})`;
    const inText = items.length === 0 ? `${field} in (null)` : `${field} in (${items.map(text).join()})`;
    return {
      filter: { [field]: { [negated ? 'nin' : 'in']: items } },
      expression: negated ? `not (${inText})` : inText,
      sql: negated ? `not (${among})` : among,
    };
  }
  const [graphql, odata, sql] = random.pick(kind.has === 'order' ? comparisons : comparisons.slice(0, 2));
  const value = random.pick(values);
  return {
    filter: { [field]: { [graphql]: value } },
    expression: `${field} ${odata} ${text(value)}`,
    sql: `${column} ${sql} ${judge.literal(value, kind)}`,
  };
}
