/** A JSON number that a double would change. `JSON.stringify` writes its digits unchanged. */

export class BigNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return rawJson(this.text);
  }
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

interface JsonWithSource {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON(text: string): unknown;
}

// TypeScript lacks types for https://tc39.es/proposal-json-parse-with-source/
const json = JSON as unknown as JsonWithSource;

/** Makes `JSON.stringify` write a scalar verbatim. */
export const rawJson = (text: string): unknown => json.rawJSON(text);

/** Matches 16 digits, an exponent, or a trailing zero. A double stores all other numbers without loss. */
const MAY_LOSE_DIGITS = /[0-9][0-9.]{15}|[0-9][eE]|\.[0-9]*0(?![0-9])/;

/** Matches trailing zeros, which show the precision of a decimal. */
const ENDS_IN_ZERO = /\.[0-9]*0$/;

/** @throws SyntaxError like `JSON.parse` */
export function parseJson(text: string): unknown {
  if (!MAY_LOSE_DIGITS.test(text)) return JSON.parse(text);
  return json.parse(text, reviveExact);
}

/** Reviver that makes `JSON.parse` return the result of `parseJson`. */
export const reviveExact: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && losesDigits(source, value) ? new BigNumber(source) : value;

/** Parses integers outside the safe range of a double as `bigint`. */
export function parseWithBigInt(text: string): unknown {
  return json.parse(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value,
  );
}

function losesDigits(source: string, value: number): boolean {
  if (!Number.isFinite(value) || ENDS_IN_ZERO.test(source)) return true;
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  if (value === 0) return digits !== '';
  return digits.replace(/0+$/, '').length > 15 && !(Number.isSafeInteger(value) && /^-?[0-9]+$/.test(source));
}
