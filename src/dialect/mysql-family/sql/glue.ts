import { join, raw, type Sql, sql } from '../../../sql/fragment.ts';

/** Pieces of a text: parts that are known beforehand, and expressions, of which none may be NULL. */
export type ConcatPieces = readonly (string | Sql)[];

/**
 * The text that the pieces make together: `concat('{"id":', ifnull(…), '}')`. JSON that is glued keeps the digits of
 * numbers and costs less than what `json_object` makes.
 */
export function glue(pieces: ConcatPieces): Sql {
  const merged = mergeTexts(pieces).map((piece) => (typeof piece === 'string' ? text(piece) : piece));
  const [first, ...rest] = merged;
  return first !== undefined && rest.length === 0 ? first : sql`concat(${join(merged, ', ')})`;
}

/** Makes one text of texts that follow each other. */
function mergeTexts(pieces: ConcatPieces): ConcatPieces {
  const merged: (string | Sql)[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') merged[merged.length - 1] = last + piece;
    else merged.push(piece);
  }
  return merged;
}

/** Text known beforehand. */
export const text = (value: string): Sql => raw(`'${value.replaceAll(/['\\]/g, '\\$&')}'`);

/** JSON text, which is `null` where the expression is NULL. */
export const orNull = (json: Sql): Sql => sql`ifnull(${json}, 'null')`;
