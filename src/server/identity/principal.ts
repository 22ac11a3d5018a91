import { BigNumber } from '../../base/json.ts';

/** A user authenticated by the platform or by a token's issuer. */
export interface Principal {
  readonly roles: readonly string[];
  /** By name, with their original types. The values of repeated claims become a list. */
  readonly claims: Readonly<Record<string, unknown>>;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export type Claim = readonly [name: string, value: unknown];

/**
 * Returns a member, or null. Names are case-insensitive, as in .NET.
 * @throws Error for duplicate members
 */
export function getMember(json: JsonObject, name: string): unknown {
  const [matchingKey, duplicate] = Object.keys(json).filter((key) => key.toLowerCase() === name.toLowerCase());
  if (duplicate !== undefined) throw new Error(`duplicate member "${name}"`);
  return matchingKey === undefined ? null : (json[matchingKey] ?? null);
}

/**
 * Returns a string member; undefined if it is null or missing.
 * @throws Error for other types
 */
export function readText(json: JsonObject, name: string): string | undefined {
  const value = getMember(json, name);
  if (value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new Error(`"${name}" must be a string`);
}

/**
 * Reads `claims`, a list of `{ "typ", "val" }`. Skips items without a name or a value.
 * @throws Error with the reason
 */
export function readClaims(json: JsonObject): readonly Claim[] {
  const claims = getMember(json, 'claims');
  if (claims === null) return [];
  if (!Array.isArray(claims)) throw new Error('"claims" must be a list');
  return claims.flatMap((item: unknown): readonly Claim[] => {
    if (!isObject(item)) throw new Error('each item of "claims" must be an object with "typ" and "val"');
    const name = readText(item, 'typ');
    const value = getMember(item, 'val');
    if (value !== null && !isScalar(value))
      throw new Error('the "val" of a claim must be a string, a number, or a boolean');
    return name === undefined || value === null ? [] : [[name, value]];
  });
}

/** Gathers claims by name. Every name becomes an own property, even `__proto__`. */
export function gatherClaims(claims: readonly Claim[]): Principal['claims'] {
  const byName = Map.groupBy(claims, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, sameName]) => {
      const values = sameName.map(([, value]) => value);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof BigNumber);

const isScalar = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) || value instanceof BigNumber;
