import type mssql from 'mssql';
import type tedious from 'tedious';

/** mssql pools connections; tedious implements them. */
export interface Client {
  readonly mssql: typeof mssql;
  readonly tedious: typeof tedious;
}

/** Loading takes half a second, so it is on demand. */
export async function loadClient(): Promise<Client> {
  const [{ default: sql }, { default: tds }] = await Promise.all([import('mssql'), import('tedious')]);
  return { mssql: sql, tedious: tds };
}
