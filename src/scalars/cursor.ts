/**
 * A cursor is opaque to clients: Base64url of a JSON array whose first element names the order it was made for, followed
 * by the order values of one row as the database's text for them, key columns last.
 */
export interface Cursor {
  /** Names entity and order; a cursor holds only where it is the same. */
  readonly order: string;
  readonly values: readonly (string | null)[];
}

/** Reads a cursor that the database made. @throws Error when it is none */
export function parseCursor(text: string): Cursor {
  const parts = decode(text);
  if (Array.isArray(parts) && parts.length > 1) {
    const [order, ...values] = parts as unknown[];
    if (typeof order === 'string' && values.every((value) => value === null || typeof value === 'string')) {
      return { order, values: values as (string | null)[] };
    }
  }
  throw new Error('The cursor is malformed: pass on a "startCursor" or "endCursor" unchanged');
}

function decode(text: string): unknown {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
