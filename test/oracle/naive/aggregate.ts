import { compareValues } from './compare-values.ts';
import { addDecimals, Decimal, divideDecimals, divideToDigits } from './decimal.ts';
import type { Field, FieldType, Row, Value } from './entity.ts';
import { isFloating } from './groupable.ts';
import { keyOf } from './key-of.ts';
import { singleText } from './single.ts';

export type AggregateName = 'count' | 'sum' | 'avg' | 'min' | 'max';

/** An aggregate; without a field, of the rows themselves. */
export interface Aggregate {
  readonly name: AggregateName;
  readonly field?: Field;
  readonly distinct: boolean;
}

/** A float sum, whose last digits depend on the order of addition. */
export class Approximate {
  readonly value: number;
  readonly tolerance: number;

  constructor(value: number, tolerance: number) {
    this.value = value;
    this.tolerance = tolerance;
  }
}

/** Aggregates of one field by their key in `having` and `orderBy`. */
export const aggregatesByKey: Readonly<Record<string, { readonly name: AggregateName; readonly distinct: boolean }>> = {
  countOf: { name: 'count', distinct: false },
  countDistinct: { name: 'count', distinct: true },
  sum: { name: 'sum', distinct: false },
  sumDistinct: { name: 'sum', distinct: true },
  avg: { name: 'avg', distinct: false },
  avgDistinct: { name: 'avg', distinct: true },
  min: { name: 'min', distinct: false },
  max: { name: 'max', distinct: false },
};

const plain = (scalar: FieldType['scalar']): FieldType => ({ scalar, list: false });

export function aggregateType({ name, field }: Aggregate): FieldType {
  if (name === 'count' || field === undefined) return plain('Int');
  if (name === 'min' || name === 'max') return field.type;
  return plain(isFloating(field) ? 'Float' : 'Decimal');
}

/** Evaluates an aggregate of a group; NULL without values, except for counts. */
export function evaluateAggregate({ name, field, distinct }: Aggregate, rows: readonly Row[]): Value | Approximate {
  if (field === undefined) return rows.length;
  const all = rows.map((row) => row[field.name] ?? null).filter((value) => value !== null);
  const values = distinct ? [...new Map(all.map((value) => [keyOf(value), value])).values()] : all;
  if (name === 'count') return values.length;
  if (values.length === 0) return null;
  if (name === 'min') return values.reduce((a, b) => (compareValues(b, a, field.type) < 0 ? b : a));
  if (name === 'max') return values.reduce((a, b) => (compareValues(b, a, field.type) > 0 ? b : a));
  if (isFloating(field)) return addUp(values as readonly number[], name === 'avg' ? values.length : 1);
  const sum = values.map(toDecimal).reduce(addDecimals);
  if (name === 'sum') return sum;
  const count = new Decimal(String(values.length));
  return field.averageDigits === undefined
    ? divideDecimals(sum, count, field.averageScale?.(sum.scale))
    : divideToDigits(sum, count, field.averageDigits);
}

function addUp(values: readonly number[], divisor: number): Approximate {
  const sum = values.reduce((total, value) => total + value, 0);
  const magnitude = values.reduce((total, value) => total + Math.abs(value), 0);
  return new Approximate(sum / divisor, (magnitude / divisor) * 1e-12);
}

/** Converts an aggregate result to a value. */
export const asValue = (value: Value | Approximate): Value => (value instanceof Approximate ? value.value : value);

/** Converts an exact number to a decimal. */
export const toDecimal = (value: Value): Decimal => (value instanceof Decimal ? value : new Decimal(String(value)));

/** Prints a number of `aggregations`, where all numbers are `Decimal`. */
export function writeNumber(aggregate: Aggregate, value: Value | Approximate): unknown {
  if (value === null || value instanceof Approximate) return value;
  if (aggregate.field?.type.scalar === 'Single' && Number.isFinite(value)) return Number(singleText(value as number));
  return aggregate.field !== undefined && isFloating(aggregate.field) ? value : toDecimal(value);
}
