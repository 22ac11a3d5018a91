import type { FieldType } from '../../../model/model.ts';
import { isFloating } from '../../../scalars/operators.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { AggregateSql } from '../../../sql/dialect.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { ownText } from './output.ts';

/** A function over the rows of a group, as the type that it is to have. */
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
      // PostgreSQL's own mean of floating point also reckons the variance, which overflows long before the mean does.
      return isFloating(from) ? sql`${floatingSum(values, from, distinct)} / count(${told})` : sql`avg(${told})`;
    default:
      return as(type, extreme(name, values, from), from);
  }
}

/**
 * Added up in an order of its own: in the order in which rows lie about, the last digits, or whether there is a sum at all, would
 * tell of changes to what the caller may not see. `distinct` sorts by itself.
 */
function floatingSum(values: Sql, { scalar }: FieldType, distinct: boolean): Sql {
  const added = scalar === 'Single' ? sql`${values}::float8` : values;
  return distinct ? sql`sum(distinct ${added})` : sql`sum(${added} order by ${added})`;
}

const INTEGERS: readonly ScalarName[] = ['Short', 'Int', 'Long'];

/** What is compared with an integer has to be one, too: where it may be any `Decimal`, the integer is made one. */
const as = (type: FieldType, value: Sql, from: FieldType): Sql =>
  type.scalar === 'Decimal' && INTEGERS.includes(from.scalar) ? sql`${value}::numeric` : value;

/** The least or greatest value; what has none in PostgreSQL is looked for among texts that sort alike. */
function extreme(name: 'min' | 'max', values: Sql, { scalar, asText, labels }: FieldType): Sql {
  const among = (text: Sql): Sql => sql`${raw(name)}(${text} collate "C")`;
  // Which types have functions of their own for it differs; every order has a first and a last place.
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

/** What is shown of the values of a group that are all equal. */
export function groupKey(value: Sql, { scalar, spellings, native }: FieldType): Sql {
  if (spellings !== true) return oneOfEqual(value, value, scalar);
  return sql`min((${ownText(value)}) collate "C")::${raw(native)}`;
}

/**
 * One way of writing numbers that are equal and written differently, such as 1.5 and 1.50, or 0 and -0: otherwise it is that of
 * whichever row comes first, which would tell of changes to what the caller may not see.
 * @param values of all rows of the group
 */
function oneOfEqual(value: Sql, values: Sql, scalar: ScalarName): Sql {
  if (isFloating({ scalar })) return sql`${value} + 0::${raw(scalar === 'Single' ? 'float4' : 'float8')}`;
  return scalar === 'Decimal' ? sql`round(${value}, coalesce(max(scale(${values})), 0))` : value;
}
