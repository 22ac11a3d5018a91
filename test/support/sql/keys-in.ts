import { splitList } from './split-list.ts';

const TABLE = /create table (\w+|"(?:[^"]|"")+") \(([^;]*)\)/g;

/** Returns the primary keys by table: `authors` → `id`, `chapters` → `book_id, no`. */
export function keysIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(TABLE)].map(([, table = '', body = '']) => {
      const ofTable = /primary key \(([^)]*)\)/.exec(body)?.[1];
      return [
        table,
        ofTable ??
          splitList(body)
            .find((part) => part.includes('primary key'))
            ?.split(' ')[0] ??
          '',
      ];
    }),
  );
}
