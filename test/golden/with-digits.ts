interface JsonWithSource {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
}

const json = JSON as unknown as JsonWithSource;

/** Parsed JSON whose numbers are written again as they stood, trailing zeros included. */
export const withDigits = (text: string): unknown =>
  json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
  );

/** A number that is written with these digits. */
export const digits = (text: string): unknown => json.rawJSON(text);
