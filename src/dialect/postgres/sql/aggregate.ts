import type { FieldType } from '../../../model/model.ts';
import { isFloating } from '../../../scalars/operators.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { AggregateSql } from '../../../sql/dialect.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { ownText } from './output.ts';

/** An aggregate over the rows of a group, cast where its type is to be another one: `sum("1"."total")`. */
export function aggregate({ name, of, distinct, type }: AggregateSql): Sql {
  if (of === undefined) return raw('count(*)');
  const { values, type: from } = of;
  const told = distinct ? sql`distinct ${values}` : values;
  switch (name) {
    case 'count':
      return sql`count(${told})`;
    case 'sum':
      return isFloating(from) ? floatingSum(values, from, distinct) : as(type, sql`sum(${told})`, from);
    case 'avg':
      // avg() of floating point also computes the variance, which overflows long before the mean does.
      return isFloating(from) ? sql`${floatingSum(values, from, distinct)} / count(${told})` : sql`avg(${told})`;
    default:
      return as(type, extreme(name, values, from), from);
  }
}

/**
 * The sum of floating point numbers, added up in the order of the values. In the order in which rows are stored, its
 * last digits, or whether it overflows, would tell of changes to what the caller may not see. `distinct` sorts by
 * itself.
 */
function floatingSum(values: Sql, { scalar }: FieldType, distinct: boolean): Sql {
  const added = scalar === 'Single' ? sql`${values}::float8` : values;
  return distinct ? sql`sum(distinct ${added})` : sql`sum(${added} order by ${added})`;
}

const INTEGERS: readonly ScalarName[] = ['Short', 'Int', 'Long'];

/** An integer aggregate is cast to `numeric` where its type is `Decimal`, so that it compares with any `Decimal`. */
const as = (type: FieldType, value: Sql, from: FieldType): Sql =>
  type.scalar === 'Decimal' && INTEGERS.includes(from.scalar) ? sql`${value}::numeric` : value;

/**
 * The least or greatest value. Where PostgreSQL has no `min` of a type, it is that of texts that sort as the values do.
 */
function extreme(name: 'min' | 'max', values: Sql, { scalar, asText, labels }: FieldType): Sql {
  const among = (text: Sql): Sql => sql`${raw(name)}(${text} collate "C")`;
  // Some types have an order, but no `min` or `max`: the first or last value in this order is asked for.
  if (asText && labels === undefined) {
    return sql`percentile_disc(${raw(name === 'min' ? '0' : '1')}) within group (order by ${values})`;
  }
  switch (scalar) {
    case 'Boolean':
      return sql`${raw(name === 'min' ? 'bool_and' : 'bool_or')}(${values})`;
    case 'UUID':
      return sql`${among(sql`${values}::text`)}::uuid`;
    case 'Base64String':
      return sql`decode(${among(sql`encode(${values}, 'hex')`)}, 'hex')`;
    default:
      return oneOfEqual(sql`${raw(name)}(${values})`, values, scalar);
  }
}

/** What is shown of values that are equal in all rows of a group. */
export function groupKey(value: Sql, { scalar, spellings, native }: FieldType): Sql {
  if (spellings !== true) return oneOfEqual(value, value, scalar);
  return sql`min((${ownText(value)}) collate "C")::${raw(native)}`;
}

/**
 * Writes numbers that are equal in one way, such as 1.5 and 1.50, or 0 and -0. Otherwise the row that happens to come
 * first would say how, which would tell of changes to what the caller may not see.
 * @param values of all rows of the group
 */
function oneOfEqual(value: Sql, values: Sql, scalar: ScalarName): Sql {
  if (isFloating({ scalar })) return sql`${value} + 0::${raw(scalar === 'Single' ? 'float4' : 'float8')}`;
  return scalar === 'Decimal' ? sql`round(${value}, coalesce(max(scale(${values})), 0))` : value;
}
