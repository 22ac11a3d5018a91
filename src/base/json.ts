/**
 * Lossless JSON. Numbers that a double would change (`12345678901234567890`, `1.50`) become `BigNumber`; others are
 * plain numbers.
 */

/** A JSON number that keeps its source text. */
export class BigNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Makes `JSON.stringify` write the source digits. */
  toJSON(): unknown {
    return rawJson(this.text);
  }
}

interface JsonWithSource {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
}

// TypeScript has no types yet for https://tc39.es/proposal-json-parse-with-source/
const json = JSON as unknown as JsonWithSource;

/** Returns a value that `JSON.stringify` writes verbatim. The text must be a JSON scalar. */
const rawJson = (text: string): unknown => json.rawJSON(text);

/**
 * Matches 16 digits, an exponent, or a trailing zero of a fraction: only these texts may contain a number that a double
 * would change.
 */
const MAY_LOSE = /[0-9][0-9.]{15}|[0-9][eE]|\.[0-9]*0(?![0-9])/;

/** Matches trailing zeros that show the precision of a decimal. */
const ENDS_IN_ZERO = /\.[0-9]*0$/;

/** Parses JSON; numbers that a double would change become `BigNumber`. @throws SyntaxError as `JSON.parse` does */
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
