import type mssql from 'mssql';
import type tedious from 'tedious';

/** mssql pools connections; tedious implements them. */
export interface Client {
  readonly mssql: typeof mssql;
  readonly tedious: typeof tedious;
}

/** Loads the client on first use, because loading takes half a second. */
export async function loadClient(): Promise<Client> {
  const [{ default: sql }, { default: tds }] = await Promise.all([import('mssql'), import('tedious')]);
  return { mssql: sql, tedious: tds };
}
