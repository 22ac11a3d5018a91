import { type ConstValueNode, Kind } from 'graphql';
import { compareDecimals, Decimal } from './decimal.ts';
import { Digits } from './exact-json.ts';

/** Compares JSON values regardless of key order and number format; numbers are `Digits`. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left instanceof Digits) {
    return right instanceof Digits && compareDecimals(new Decimal(left.text), new Decimal(right.text)) === 0;
  }
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isSameJson(item, right[index]))
    );
  }
  if (!isObject(left)) return left === right;
  if (!isObject(right) || Object.keys(left).length !== Object.keys(right).length) return false;
  return Object.entries(left).every(([key, value]) => Object.hasOwn(right, key) && isSameJson(value, right[key]));
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits);

/** Converts numbers of a variable to `Digits`. */
export function withDigits(value: unknown): unknown {
  if (typeof value === 'number') return new Digits(String(value));
  if (Array.isArray(value)) return value.map(withDigits);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withDigits(part)]))
    : value;
}

/** Converts numbers to 64-bit integers or doubles. */
export function withDoubles(value: unknown): unknown {
  if (value instanceof Digits) return isInteger64(value.text) ? value : new Digits(String(Number(value.text)));
  if (Array.isArray(value)) return value.map(withDoubles);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withDoubles(part)]))
    : value;
}

const isInteger64 = (text: string): boolean =>
  /^-?\d+$/.test(text) && BigInt(text) >= -(2n ** 63n) && BigInt(text) < 2n ** 64n;

/** Converts a literal to JSON. */
export function jsonOf(node: ConstValueNode): unknown {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return new Digits(node.value);
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map(jsonOf);
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, jsonOf(value)]));
    default:
      return node.value;
  }
}

/** Returns the value at a path such as `$.a["b c"][0]`, or undefined. */
export function findAtPath(value: unknown, path: string): unknown {
  const steps = [...path.matchAll(/\[(\d+)\]|\.?\[?("(?:[^"\\]|\\.)*")\]?|\.([^.[]+)/g)];
  return steps.reduce<unknown>((found, [, index, quoted, plain]) => {
    if (index !== undefined) return Array.isArray(found) ? found[Number(index)] : undefined;
    const name = plain ?? (JSON.parse(quoted ?? '') as string);
    return isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }, value);
}
