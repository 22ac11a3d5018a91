import type { Result, TextRow } from '../../../store/result.ts';
import { writeCursor } from './cursors.ts';
import { replaceMarkers } from './json/markers.ts';

/** Returns the row of a result. Affected-row counts of other statements may precede its result set. */
const rowOf = (result: Result): TextRow => result.find(({ affected }) => affected === undefined)?.rows[0] ?? [];

export const readRoots = (result: Result): TextRow => rowOf(result).map(readJson);

/** Returns the JSON of the root, and its metadata. Without a row, the root is null. */
export const readRowWithMetadata = (result: Result): TextRow => {
  const [root = null, ...metadata] = rowOf(result);
  return [readJson(root), ...metadata.map(readMetadata)];
};

/** Removes the escapes of slashes, which FOR JSON writes unnecessarily. */
export function readJson(json: string | null): string | null {
  if (json === null) return null;
  const plain = json.includes(String.raw`\/`) ? json.replace(/\\(.)/g, unescapeSlash) : json;
  return replaceMarkers(plain, writeCursor);
}

const unescapeSlash = (escaped: string, character: string): string => (character === '/' ? '/' : escaped);

export function readMetadata(text: string | null): string | null {
  if (text === null) return null;
  const read = replaceMarkers(text, writeCursor);
  return read === text ? text : read.slice(1, -1);
}
