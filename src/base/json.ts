/**
 * JSON that loses no digit. A number that a double would change (`12345678901234567890`, `1.50`) arrives as a `BigNumber`, which keeps the
 * text that was sent; all others arrive as plain numbers.
 */

/** A JSON number by its source text, since a double would write it otherwise. */
export class BigNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Makes `JSON.stringify` write the digits as they were read. */
  toJSON(): unknown {
    return rawJson(this.text);
  }
}

interface JsonWithSource {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
}

// TypeScript's library has no types yet for https://tc39.es/proposal-json-parse-with-source/
const json = JSON as unknown as JsonWithSource;

/** A value that `JSON.stringify` writes as this text; the text must be one JSON scalar. */
const rawJson = (text: string): unknown => json.rawJSON(text);

/** Sixteen digits, an exponent, or a zero at the end of a fraction: only such text can hold a number that a double would change. */
const MAY_LOSE = /[0-9][0-9.]{15}|[0-9][eE]|\.[0-9]*0(?![0-9])/;

/** A zero that says how exact a decimal is. */
const ENDS_IN_ZERO = /\.[0-9]*0$/;

/** Parses JSON text; numbers that a double would change become `BigNumber`. @throws SyntaxError as `JSON.parse` does */
export function parseJson(text: string): unknown {
  if (!MAY_LOSE.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, context) =>
    typeof value === 'number' && context.source !== undefined && losesDigits(context.source, value)
      ? new BigNumber(context.source)
      : value,
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
