interface JsonWithSource {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
}

const json = JSON as unknown as JsonWithSource;

/** Parses JSON into values that serialize with their original digits, including trailing zeros. */
export const withDigits = (text: string): unknown =>
  json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
  );

/** Returns a number that serializes with these digits. */
export const digits = (text: string): unknown => json.rawJSON(text);
