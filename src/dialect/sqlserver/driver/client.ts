import type mssql from 'mssql';
import type tedious from 'tedious';

/** mssql opens and pools connections; tedious implements them and their requests. */
export interface Client {
  readonly mssql: typeof mssql;
  readonly tedious: typeof tedious;
}

/** Loads on demand: this takes half a second and includes all Azure sign-in methods. */
export async function loadClient(): Promise<Client> {
  const [{ default: sql }, { default: tds }] = await Promise.all([import('mssql'), import('tedious')]);
  return { mssql: sql, tedious: tds };
}
