import type { DatabaseType } from '../config.ts';
import type { Connection } from './connection.ts';
import { readPairs } from './read-pairs.ts';
import { readUrl } from './read-url.ts';

/** A connection string in either spelling: a URL, or keywords as in ADO.NET (`Host=…;Database=…`). */
export function readConnection(text: string, type: DatabaseType): Connection {
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !text.includes('=');
  return isUrl ? readUrl(text, type) : readPairs(text, type);
}
