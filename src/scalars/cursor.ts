/**
 * A decoded cursor. Its text is Base64url of a JSON array of strings, `["<order>", "2024-01-08", "17"]`. The size is
 * limited for URLs.
 */
export interface Cursor {
  readonly order: string;
  readonly form: CursorForm;
  readonly values: readonly (string | null)[];
}

/**
 * Contents of a cursor after the order:
 *
 * - `values`: order terms, key columns last
 * - `key`: if the order values are too long
 * - `hash`: hash of the key, if it is also too long
 * - `position`: 1-based row number, without a key
 */
export type CursorForm = 'values' | 'key' | 'hash' | 'position';

const FORMS: readonly string[] = ['key', 'hash', 'position'] satisfies readonly CursorForm[];

export const MAX_CURSOR_BYTES = 2048;

export const MAX_CURSOR_JSON_BYTES = (MAX_CURSOR_BYTES / 4) * 3;

/** Returns `<order>` or `<order>.key`. */
export const nameCursor = (order: string, form: CursorForm): string => (form === 'values' ? order : `${order}.${form}`);

/** @throws Error if invalid */
export function parseCursor(text: string): Cursor {
  const parts = decode(text);
  if (Array.isArray(parts) && parts.length > 1) {
    const [name, ...values] = parts as unknown[];
    if (typeof name === 'string' && values.every((value) => value === null || typeof value === 'string')) {
      const [order = '', form = 'values'] = name.split('.');
      if (form === 'values' || FORMS.includes(form)) {
        return { order, form: form as CursorForm, values: values as (string | null)[] };
      }
    }
  }
  throw new Error('Malformed cursor. Pass a "startCursor" or "endCursor" unchanged');
}

function decode(text: string): unknown {
  if (text.length > MAX_CURSOR_BYTES || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
