import { visit } from 'jsonc-parser';
import type { ConfigPath } from '../../base/problem.ts';

export interface DocumentComment {
  /** Path of the member that the comment explains. */
  readonly path: ConfigPath;
  /** Without its delimiters; may have several lines. */
  readonly text: string;
}

interface Place {
  readonly path: ConfigPath;
  readonly offset: number;
  readonly line: number;
}

/**
 * Reads the comments of a JSON document. A comment belongs to the last member that begins or ends before it on its
 * line. Otherwise, it belongs to the next member, or to the enclosing object if no member follows.
 */
export function readComments(text: string): readonly DocumentComment[] {
  const places: Place[] = [];
  const comments: Omit<Place, 'path'>[] = [];
  const texts: string[] = [];
  const containers: ConfigPath[] = [];
  const addItem = (offset: number, line: number, path: ConfigPath): void => {
    if (typeof path.at(-1) === 'number') places.push({ path, offset, line });
  };
  const begin = (offset: number, _length: number, line: number, _column: number, path: () => ConfigPath): void => {
    addItem(offset, line, path());
    containers.push(path());
  };
  const end = (offset: number, _length: number, line: number): void => {
    places.push({ path: containers.pop() ?? [], offset, line });
  };
  visit(
    text,
    {
      onObjectBegin: begin,
      onArrayBegin: begin,
      onObjectEnd: end,
      onArrayEnd: end,
      onObjectProperty: (name, offset, _length, line, _column, path) => {
        places.push({ path: [...path(), name], offset, line });
      },
      onLiteralValue: (_value, offset, _length, line, _column, path) => addItem(offset, line, path()),
      onComment: (offset, length, line) => {
        comments.push({ offset, line });
        texts.push(plainText(text.slice(offset, offset + length)));
      },
    },
    { allowTrailingComma: true },
  );
  return comments.map((comment, index) => ({
    path:
      (
        places.findLast(({ offset, line }) => line === comment.line && offset < comment.offset) ??
        places.find(({ offset }) => offset > comment.offset)
      )?.path ?? [],
    text: texts[index] ?? '',
  }));
}

function plainText(comment: string): string {
  const content = comment.startsWith('//') ? comment.slice(2) : comment.slice(2, -2);
  return content
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\*?\s*/, '').trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}
