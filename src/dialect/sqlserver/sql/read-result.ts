import type { Result, TextRow } from '../../../store/result.ts';
import { writeCursor } from './cursors.ts';
import { replaceMarks } from './marks.ts';

/** The one row of a statement; counts of others may stand before it. */
const rowOf = (result: Result): TextRow => result.find(({ affected }) => affected === undefined)?.rows[0] ?? [];

/** Each statement gives one row: its columns are the root values. */
export const readRoots = (result: Result): TextRow => rowOf(result).map(readJson);

/** The columns are the JSON of the one root, and its facts; there is no row where the root is null. */
export const readApartRow = (result: Result): TextRow => {
  const [root = null, ...facts] = rowOf(result);
  return [readJson(root), ...facts.map(readFact)];
};

/** FOR JSON escapes slashes, which need not be. */
export function readJson(json: string | null): string | null {
  if (json === null) return null;
  const plain = json.includes(String.raw`\/`) ? json.replace(/\\(.)/g, unescapeSlash) : json;
  return replaceMarks(plain, writeCursor);
}

const unescapeSlash = (escaped: string, letter: string): string => (letter === '/' ? '/' : escaped);

/** A fact that stands apart: a string of JSON without its quotes. */
export function readFact(fact: string | null): string | null {
  if (fact === null) return null;
  const read = replaceMarks(fact, writeCursor);
  return read === fact ? fact : read.slice(1, -1);
}
