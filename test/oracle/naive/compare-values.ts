import { compareDecimals, Decimal } from './decimal.ts';
import { type FieldType, JsonValue, type Value } from './entity.ts';
import { isSameJson } from './json.ts';

/** Compares two non-null values of one column; returns a negative number, zero, or a positive number. */
export function compareValues(left: Value, right: Value, type: FieldType): number {
  if (type.enum !== undefined) {
    const { labels } = type.enum;
    return labels.indexOf(String(left)) - labels.indexOf(String(right));
  }
  if (type.enumType !== undefined) return placeOf(left, type.enumType) - placeOf(right, type.enumType);
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right);
  if (typeof left === 'bigint' && typeof right === 'bigint') return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (left instanceof Decimal && right instanceof Decimal) return compareDecimals(left, right);
  if (left instanceof Buffer && right instanceof Buffer) return Buffer.compare(left, right);
  if (left instanceof JsonValue && right instanceof JsonValue) return isSameJson(left.content, right.content) ? 0 : 1;
  throw new Error(`Values of type ${type.scalar} have no order.`);
}

function placeOf(value: Value, { name, places }: NonNullable<FieldType['enumType']>): number {
  const place = places.get(String(value));
  if (place === undefined) throw new Error(`The database did not order ${value} among values of ${name}.`);
  return place;
}

/** NaN equals itself and is larger than other numbers. */
function compareNumbers(left: number, right: number): number {
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  return left < right ? -1 : left > right ? 1 : 0;
}

/** By code point, like UTF-8 bytes, unlike JavaScript's UTF-16 units. */
function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a === b) continue;
    return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1;
  }
  return left.length - right.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
