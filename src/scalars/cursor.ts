/**
 * A cursor is opaque to clients: Base64url of a JSON array of texts, `["<order>", "2024-01-08", "17"]`. The first one names the order that
 * it was made for, and its form. A cursor is bounded, so that it fits where URLs go.
 */
export interface Cursor {
  /** Names entity and order; a cursor holds only where it is the same. */
  readonly order: string;
  readonly form: CursorForm;
  readonly values: readonly (string | null)[];
}

/**
 * What the texts after the first one are, each as the database writes it:
 *
 * - `values`: the values of one row for each term of the order, key columns last
 * - `key`: the values of its key, where those of the order are too long
 * - `hash`: a hash of its key, where that is too long as well
 * - `position`: the number of the row among all, counted from 1, where there is no key
 */
export type CursorForm = 'values' | 'key' | 'hash' | 'position';

const FORMS: readonly string[] = ['key', 'hash', 'position'] satisfies readonly CursorForm[];

/** Characters of a cursor. */
export const MAX_CURSOR_BYTES = 2048;

/** Bytes of JSON that a cursor has room for. */
export const MAX_CURSOR_JSON_BYTES = (MAX_CURSOR_BYTES / 4) * 3;

/** The first text of a cursor: `<order>`, or `<order>.key`. */
export const nameCursor = (order: string, form: CursorForm): string => (form === 'values' ? order : `${order}.${form}`);

/** Reads a cursor that the database made. @throws Error when it is none */
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
  throw new Error('The cursor is malformed: pass on a "startCursor" or "endCursor" unchanged');
}

function decode(text: string): unknown {
  if (text.length > MAX_CURSOR_BYTES || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
