import type { FieldType } from '../../../model/model.ts';
import { isFloating } from '../../../scalars/operators.ts';
import type { AggregateSql } from '../../../sql/dialect.ts';
import { join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { isPlaced } from '../catalog/labels.ts';
import { readLabels } from '../catalog/types.ts';
import { text } from './glue.ts';
import { plainNumber } from './output.ts';

/** A function over the rows of a group; NULL where it has no value there. */
export function aggregate({ name, of, distinct }: AggregateSql): Sql {
  if (of === undefined) return raw('count(*)');
  const { values, type } = of;
  const told = (value: Sql): Sql => (distinct ? sql`distinct ${value}` : value);
  switch (name) {
    case 'count':
      return sql`count(${told(exact(values, type))})`;
    case 'sum':
      return sql`sum(${told(number(values, type))})`;
    case 'avg':
      return sql`avg(${told(isFloating(type) ? number(values, type) : precise(values, type))})`;
    default:
      return extreme(name, values, type);
  }
}

/** What tells values apart that no answer would show alike: its collation may take `é` for `E`. */
export const exact = (value: Sql, type: FieldType): Sql => (isText(type) ? sql`cast(${value} as binary)` : value);

const isText = ({ scalar, asText, ...type }: FieldType): boolean =>
  scalar === 'String' && !asText && type.enum === undefined;

/** A number as it is to be added up. */
const number = (value: Sql, { scalar, native }: FieldType): Sql =>
  scalar === 'Single' ? sql`cast(${value} as double)` : plainNumber(value, native);

/** A mean has four digits more behind the point than its values: with these, 16 or more, as on other stores. */
function precise(value: Sql, type: FieldType): Sql {
  const [, precision = '20', scale = '0'] = /^decimal\((\d+),(\d+)\)/.exec(type.native) ?? [];
  const digits = Math.min(Math.max(12, Number(scale)), 65 - Number(precision) + Number(scale));
  return sql`cast(${number(value, type)} as decimal(65,${raw(`${digits}`)}))`;
}

/** The least or greatest value: of texts that the collation takes for equal always the same one, of labels by their places. */
function extreme(name: 'min' | 'max', values: Sql, type: FieldType): Sql {
  const direction = raw(name === 'min' ? '' : ' desc');
  if (isText(type)) {
    return sql`group_concat(${values} order by ${values}${direction}, ${exact(values, type)}${direction} limit 1)`;
  }
  const value = sql`${raw(name)}(${type.enum === undefined ? plainNumber(values, type.native) : sql`${values} + 0`})`;
  return type.enum === undefined ? value : labelOf(value, type);
}

/** The text of a label, or of labels, by the number of the place. */
const labelOf = (place: Sql, { native }: FieldType): Sql =>
  sql`${raw(native.startsWith('set(') ? 'make_set' : 'elt')}(${join([place, ...readLabels(native).map(text)], ', ')})`;

/** What groups show of a value that is compared as `comparand` has it. */
export const shown = (value: Sql, type: FieldType): Sql => (isPlaced(type) ? labelOf(value, type) : value);

/** A value of a group as something to order groups by. */
export const groupSortKey = (value: Sql, type: FieldType): Sql =>
  type.enum === undefined ? value : sql`nullif(field(${join([value, ...readLabels(type.native).map(text)], ', ')}), 0)`;
