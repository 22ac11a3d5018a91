import { invariant } from '../../../../base/invariant.ts';
import type { FieldType } from '../../../../model/model.ts';
import type { Slot } from '../../../../plan/shape/slot.ts';
import type { Comparison } from '../../../../scalars/operators.ts';
import { type Condition, combine, condition, not } from '../../../../sql/condition.ts';
import type { OperandSql } from '../../../../sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../../sql/fragment.ts';
import { standardConditions } from '../../../standard/conditions.ts';
import { characterSetOf } from '../../catalog/character-set.ts';
import type { SqlVariant } from '../variant.ts';

// Conditions on columns that are not utf8mb4. Comparing in utf8mb4 would convert the column, so no index could be used.
// Instead, the string is converted, and a second condition checks that the conversion loses nothing.

type NarrowVariant = Pick<SqlVariant, 'exactCollation' | 'convertToCollation'>;

/** Returns the collation of a string column that is not utf8mb4; undefined for other columns. */
export const narrowCollation = ({ collation }: FieldType): string | undefined =>
  collation === undefined || characterSetOf(collation) === 'utf8mb4' ? undefined : collation;

interface NarrowValue {
  /** The string in the column's character set. A character that the set lacks becomes `?`, or makes the value NULL. */
  readonly converted: Sql;
  readonly exact: Sql;
}

/** Compares for equality. A string with characters outside the column's character set equals no value. */
export function compareByCollation(
  operator: 'eq' | 'neq',
  column: OperandSql,
  { converted, exact }: NarrowValue,
): Condition {
  const equal = condition`${column.sql} = ${converted}`;
  const isEqual = combine('and', [equal, unlessNull(column, isRepresented(converted, exact))]);
  return operator === 'eq' ? isEqual : not(isEqual);
}

/** Compares for order. A string with characters outside the column's character set compares in utf8mb4. */
export function compareOrder(
  operator: Comparison,
  column: OperandSql,
  { converted, exact }: NarrowValue,
  text: Sql,
): Condition {
  const { compare } = standardConditions;
  const isInCharacterSet = isRepresented(converted, exact);
  const wide = utf8mb4Collation(column.type.collation ?? '');
  return combine('or', [
    combine('and', [compare(operator, column, { ...column, sql: converted }), isInCharacterSet]),
    combine('and', [
      not(isInCharacterSet),
      compare(operator, { ...column, sql: inUtf8(column) }, { ...column, sql: sql`${text} collate ${raw(wide)}` }),
    ]),
  ]);
}

export function likeByCollation(
  column: OperandSql,
  pattern: Slot,
  anyCase: boolean,
  variant: NarrowVariant,
): Condition {
  const { collation } = column.type;
  invariant(collation !== undefined, 'the column has a collation');
  const text = parameter(pattern);
  const isInCharacterSet = (value: Sql) =>
    isRepresented(variant.convertToCollation(value, collation), sql`${value} collate ${raw(variant.exactCollation)}`);
  if (LACKS_BACKSLASH.has(characterSetOf(collation))) {
    const wide = sql`${inUtf8(column)} collate ${raw(utf8mb4Collation(collation))}`;
    const like = standardConditions.like({ ...column, sql: wide }, pattern, anyCase);
    return combine('and', [like, unlessNull(column, isInCharacterSet(sql`replace(${text}, '\\\\', '')`))]);
  }
  const converted = variant.convertToCollation(text, collation);
  const like = anyCase
    ? condition`lower(${column.sql}) like lower(${converted})`
    : condition`${column.sql} like ${converted}`;
  return combine('and', [like, unlessNull(column, isInCharacterSet(text))]);
}

export function inNarrowList(
  column: OperandSql,
  values: Slot,
  collation: string,
  { exactCollation }: NarrowVariant,
): Condition {
  const columns = `v ${columnIn(collation)} path '$', w json path '$'`;
  const table = sql`json_table(${parameter(values)}, '$[*]' columns (${raw(columns)})) as l`;
  const exact = sql`json_unquote(w) collate ${raw(exactCollation)}`;
  // For NULL, the result must be unknown. A comparison of pairs is unknown, but two separate conditions would be false.
  const [second, element] = column.type.collatedEquality
    ? [sql`if(${column.sql} is null, null, 1)`, sql`(convert(v using utf8mb4) <=> ${exact})`]
    : [inUtf8(column), exact];
  return condition`(${column.sql}, ${second}) in (select v, ${element} from ${table})`;
}

/** `longtext character set latin1 collate latin1_bin` */
export const columnIn = (collation: string): string =>
  `longtext character set ${characterSetOf(collation)} collate ${collation}`;

/** Character sets without U+005C, the escape character of patterns. */
const LACKS_BACKSLASH: ReadonlySet<string> = new Set(['sjis', 'swe7']);

const utf8mb4Collation = (collation: string): string =>
  collation.endsWith('_bin') ? 'utf8mb4_bin' : 'utf8mb4_unicode_ci';

const inUtf8 = ({ sql: value }: OperandSql): Sql => sql`convert(${value} using utf8mb4)`;

const isRepresented = (converted: Sql, exact: Sql): Condition =>
  condition`(convert(${converted} using utf8mb4) <=> ${exact})`;

/** Returns a condition that is unknown if the operand is NULL, because `false` would become true under NOT. */
const unlessNull = ({ sql: value }: OperandSql, member: Condition): Condition =>
  condition`if(${value} is null, null, ${member})`;
