/** A JSON value, with numbers as exact digits after `#`: `"#10.00"`. */
export type Wire = null | boolean | string | readonly Wire[] | WireObject;

export interface WireObject {
  readonly [name: string]: Wire;
}

/** Converts `10` to `#10`; text is unchanged. */
export const num = (value: number | string): string => `#${value}`;

/** Converts `#10.00` to `10`, and NULL to NaN, which compares as unknown. */
export const numberOf = (value: Wire | undefined): number =>
  typeof value === 'string' && value.startsWith('#') ? Number(value.slice(1)) : Number.NaN;

/** Compares exactly; returns a negative number if the first is less, and NaN without a number. */
export function compareNumbers(first: Wire, second: Wire): number {
  const [left, right] = [first, second].map(scaledUp);
  if (left === undefined || right === undefined) return Number.NaN;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Scales a number to an integer. */
function scaledUp(value: Wire): bigint | undefined {
  const [, whole, digits = ''] = typeof value === 'string' ? (/^#(-?\d+)(?:\.(\d+))?$/.exec(value) ?? []) : [];
  return whole === undefined ? undefined : BigInt(whole + digits.padEnd(20, '0'));
}

/** Rounds to a scale; NULL is unchanged. */
export function withScale(value: Wire, scale: number): Wire {
  if (value === null) return null;
  const [, whole, digits = ''] = typeof value === 'string' ? (/^#(-?\d+)(?:\.(\d+))?$/.exec(value) ?? []) : [];
  // A JavaScript number would lose digits.
  return whole !== undefined && digits.length <= scale
    ? num(`${whole}${scale === 0 ? '' : `.${digits.padEnd(scale, '0')}`}`)
    : num(numberOf(value).toFixed(scale));
}

/**
 * Converts fractions to doubles: `1.50` → `1.5`, `12345678901234567890.25` → `1.2345678901234567e19`, but not `1.0`.
 */
export function withDoubles(value: Wire): Wire {
  if (isList(value)) return value.map(withDoubles);
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withDoubles(member)]));
  }
  if (typeof value !== 'string' || !/^#.*\./.test(value)) return value;
  const double = numberOf(value);
  if (Math.abs(double) >= 1e15) return num(double.toExponential().replace('+', ''));
  return num(Number.isInteger(double) ? double.toFixed(1) : double);
}

/**
 * Parses JSON without losing digits.
 * @throws SyntaxError
 */
export const readWire = (text: string): Wire =>
  JSON.parse(text, (_, value: unknown, context?: { readonly source: string }) =>
    typeof value === 'number' && context !== undefined ? num(context.source) : value,
  );

/** Prints JSON without absent members. */
export const writeWire = (value: Wire): string => {
  if (typeof value === 'string') return value.startsWith('#') ? value.slice(1) : JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeWire).join(',')}]`;
  if (isObject(value)) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}:${writeWire(member)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value);
};

/** Prints JSON with sorted members. */
export const sortedText = (value: Wire): string => {
  if (isList(value)) return `[${value.map(sortedText).join(',')}]`;
  if (isObject(value)) {
    return `{${Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${sortedText(member)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value);
};

export const isList = (value: Wire | undefined): value is readonly Wire[] => Array.isArray(value);

export const isObject = (value: Wire | undefined): value is WireObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
