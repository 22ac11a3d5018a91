import type mssql from 'mssql';
import type tedious from 'tedious';

/** The client library: mssql opens connections and pools them, tedious is what each connection is, and what requests are made of. */
export interface Client {
  readonly mssql: typeof mssql;
  readonly tedious: typeof tedious;
}

/** Loads it where a database of this kind is served: it takes half a second, and brings all of Azure's ways to sign in along. */
export async function loadClient(): Promise<Client> {
  const [{ default: sql }, { default: tds }] = await Promise.all([import('mssql'), import('tedious')]);
  return { mssql: sql, tedious: tds };
}
