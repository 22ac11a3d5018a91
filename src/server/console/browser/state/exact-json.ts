interface ReviverContext {
  /** Present for primitive values only. */
  readonly source?: string;
}

/** Methods of `JSON` that only recent browsers support. */
interface ExactJson {
  parse(text: string, reviver: (key: string, value: unknown, context?: ReviverContext) => unknown): unknown;
  rawJSON?(text: string): object;
}

const json: ExactJson = JSON;

/** Parses JSON. Numbers that a double would change become strings. */
export const parseExact = (text: string): unknown =>
  json.parse(text, (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? context.source
      : value,
  );

/** Formats JSON without changing digits; returns other text unchanged. */
export function formatJson(text: string): string {
  try {
    const value = json.parse(text, (_key, parsed, context) =>
      typeof parsed === 'number' && context?.source !== undefined && json.rawJSON !== undefined
        ? json.rawJSON(context.source)
        : parsed,
    );
    return JSON.stringify(value, null, 2);
  } catch {
    return text;
  }
}
