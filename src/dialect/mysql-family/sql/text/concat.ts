import { join, raw, type Sql, sql } from '../../../../sql/fragment.ts';

/** Strings and expressions to concatenate. No expression is NULL. */
export type ConcatPieces = readonly (string | Sql)[];

/** Concatenates JSON text. Unlike `json_object`, concatenation keeps the digits of numbers, and is faster. */
export function concat(pieces: ConcatPieces): Sql {
  const merged = mergeStrings(pieces).map((piece) => (typeof piece === 'string' ? text(piece) : piece));
  const [first, ...rest] = merged;
  return first !== undefined && rest.length === 0 ? first : sql`concat(${join(merged, ', ')})`;
}

function mergeStrings(pieces: ConcatPieces): ConcatPieces {
  const merged: (string | Sql)[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') merged[merged.length - 1] = last + piece;
    else merged.push(piece);
  }
  return merged;
}

export const text = (value: string): Sql => raw(`'${value.replaceAll(/['\\]/g, '\\$&')}'`);

export const orJsonNull = (json: Sql): Sql => sql`ifnull(${json}, 'null')`;
