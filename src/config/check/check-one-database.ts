import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../../base/problem.ts';
import type { DatabaseType } from '../config.ts';
import { readConnection } from '../connection/read-connection.ts';
import { SCHEMES } from '../connection/read-url.ts';
import { errorAt } from '../document/problem-at.ts';
import type { FilePart } from '../document/read-files.ts';
import { type Environment, replaceEnvironment } from '../document/replace-environment.ts';
import { isRecord } from '../document/tree.ts';

/** All files that name a database name the same one: one service asks one database. */
export function checkOneDatabase(parts: readonly FilePart[], env: Environment): Problem[] {
  const [first, ...others] = parts.flatMap(({ file, namedAt, document: { value } }) =>
    isRecord(value) && 'data-source' in value
      ? [{ file, namedAt, database: databaseOf(replaceEnvironment(value['data-source'], env).value) }]
      : [],
  );
  return others.flatMap(({ file, namedAt, database }) =>
    isDeepStrictEqual(database, first?.database)
      ? []
      : [
          errorAt(
            namedAt,
            `${basename(file)} names another database than ${basename(first?.file ?? '')}; run a service of its own for it.`,
          ),
        ],
  );
}

/** A value that is equal for equal databases: the URL, in one spelling; without one, all of `data-source`. */
function databaseOf(source: unknown): unknown {
  if (!isRecord(source)) return source;
  const { 'database-type': written, 'connection-string': text } = source;
  const type = typeof written === 'string' ? written.toLowerCase() : '';
  if (typeof text !== 'string' || !isDatabaseType(type)) return source;
  return { type, url: readConnection(text, type).url };
}

const isDatabaseType = (type: string): type is DatabaseType => Object.hasOwn(SCHEMES, type);
