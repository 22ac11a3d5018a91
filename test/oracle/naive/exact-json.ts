/** A number of a JSON text, by the text it was written with. */
export class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

interface JsonWithSource {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
}

// TypeScript's library has no types yet for https://tc39.es/proposal-json-parse-with-source/
const json = JSON as unknown as JsonWithSource;

/** Parses JSON text; every number arrives as `Digits`. @throws SyntaxError as `JSON.parse` does */
export function parseExactJson(text: string): unknown {
  return json.parse(text, (_key, value, { source }) => (typeof value === 'number' ? new Digits(source ?? '') : value));
}
