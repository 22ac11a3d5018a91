/** A value as JSON has it, but a number is its digits behind a `#`, so that none is lost: `"#10.00"`. */
export type Wire = null | boolean | string | readonly Wire[] | WireObject;

export interface WireObject {
  readonly [name: string]: Wire;
}

/** `10` → `#10`; text as it stands. */
export const num = (value: number | string): string => `#${value}`;

/** `#10.00` → `10`; NULL → NaN, which compares as unknown does. */
export const numberOf = (value: Wire | undefined): number =>
  typeof value === 'string' && value.startsWith('#') ? Number(value.slice(1)) : Number.NaN;

/** Less than 0 where the first number is less, exactly; NaN where one is none. */
export function compareNumbers(one: Wire, other: Wire): number {
  const [left, right] = [one, other].map(scaledUp);
  if (left === undefined || right === undefined) return Number.NaN;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A number as a whole one of units that are small enough. */
function scaledUp(value: Wire): bigint | undefined {
  const [, whole, digits = ''] = typeof value === 'string' ? (/^#(-?\d+)(?:\.(\d+))?$/.exec(value) ?? []) : [];
  return whole === undefined ? undefined : BigInt(whole + digits.padEnd(20, '0'));
}

/** With so many digits behind the point; NULL stays. */
export function withScale(value: Wire, scale: number): Wire {
  if (value === null) return null;
  const [, whole, digits = ''] = typeof value === 'string' ? (/^#(-?\d+)(?:\.(\d+))?$/.exec(value) ?? []) : [];
  // A number of JavaScript would lose digits of long ones.
  return whole !== undefined && digits.length <= scale
    ? num(`${whole}${scale === 0 ? '' : `.${digits.padEnd(scale, '0')}`}`)
    : num(numberOf(value).toFixed(scale));
}

/** With fractions as numbers of 64 bits: `1.50` → `1.5`, `12345678901234567890.25` → `1.2345678901234567e19`, and `1.0` stays. */
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

/** Reads JSON with every digit kept. @throws SyntaxError */
export const readWire = (text: string): Wire =>
  JSON.parse(text, (_, value: unknown, context?: { readonly source: string }) =>
    typeof value === 'number' && context !== undefined ? num(context.source) : value,
  );

/** JSON text; absent members are left out. */
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

/** The same text for the same value, whatever the order of its members. */
export const sortedText = (value: Wire): string => {
  if (isList(value)) return `[${value.map(sortedText).join(',')}]`;
  if (isObject(value)) {
    return `{${Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${sortedText(member)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value);
};

export const isList = (value: Wire | undefined): value is readonly Wire[] => Array.isArray(value);

export const isObject = (value: Wire | undefined): value is WireObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
