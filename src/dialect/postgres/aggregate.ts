import type { ScalarName } from '../../scalars/scalar.ts';
import type { AggregateSql } from '../../sql/dialect.ts';
import { raw, type Sql, sql } from '../../sql/fragment.ts';

/** A function over the rows of a group, as the type that it is to have. */
export function aggregate({ name, of, distinct, type }: AggregateSql): Sql {
  if (of === undefined) return raw('count(*)');
  const { values, type: from } = of;
  const told = distinct ? sql`distinct ${values}` : values;
  switch (name) {
    case 'count':
      return sql`count(${told})`;
    case 'sum':
      return from.scalar === 'Single' ? sql`sum(${told}::float8)` : asNumeric(sql`sum(${told})`, from.scalar);
    case 'avg':
      // PostgreSQL's own mean of floating point also reckons the variance, which overflows long before the mean does.
      return type.scalar === 'Float' ? sql`sum(${told}::float8) / count(${told})` : sql`avg(${told})`;
    default:
      return type.scalar === 'Decimal'
        ? asNumeric(extreme(name, values, from.scalar), from.scalar)
        : extreme(name, values, from.scalar);
  }
}

/** Sums of integers are integers, which parameters that are compared with them would have to be, too. */
const asNumeric = (value: Sql, scalar: ScalarName): Sql => (INTEGERS.includes(scalar) ? sql`${value}::numeric` : value);

const INTEGERS: readonly ScalarName[] = ['Short', 'Int', 'Long'];

/** The least or greatest value; what has none in PostgreSQL is looked for among texts that sort alike. */
function extreme(name: 'min' | 'max', values: Sql, scalar: ScalarName): Sql {
  const among = (text: Sql): Sql => sql`${raw(name)}(${text} collate "C")`;
  switch (scalar) {
    case 'Boolean':
      return sql`${raw(name === 'min' ? 'bool_and' : 'bool_or')}(${values})`;
    case 'UUID':
      return sql`${among(sql`${values}::text`)}::uuid`;
    case 'Base64String':
      return sql`decode(${among(sql`encode(${values}, 'hex')`)}, 'hex')`;
    default:
      return sql`${raw(name)}(${values})`;
  }
}
