/** A JSON number by its original text. */
export class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

interface JsonWithSource {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
}

// TypeScript has no types yet for https://tc39.es/proposal-json-parse-with-source/
const json = JSON as unknown as JsonWithSource;

/**
 * Parses JSON with numbers as `Digits`.
 * @throws SyntaxError like `JSON.parse`
 */
export function parseExactJson(text: string): unknown {
  return json.parse(text, (_key, value, { source }) => (typeof value === 'number' ? new Digits(source ?? '') : value));
}
