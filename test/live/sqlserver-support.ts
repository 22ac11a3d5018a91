import { inject } from 'vitest';
import type { Problem } from '../../src/base/problem.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { openSession, type Session } from '../support/sql/open-session.ts';

/** Tables and procedures of one test, served over both APIs. */
export interface ServedSqlserver {
  readonly rest: ServedRest;
  readonly session: Session;
  /** Warnings at startup. */
  readonly problems: readonly Problem[];
  graphql(query: string, headers?: Readonly<Record<string, string>>): Promise<GraphqlAnswer>;
  close(): Promise<void>;
}

export interface GraphqlAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string; readonly details?: Readonly<Record<string, unknown>> };
  }[];
}

/**
 * Recreates a database and serves it.
 * @param ddl T-SQL, with lines of `go` between batches
 * @param content keys of the configuration; `data-source` needs neither type nor connection string
 */
export async function serveOnSqlserver(
  name: string,
  ddl: string,
  content: { readonly 'data-source'?: object; readonly runtime?: object; readonly entities: object },
): Promise<ServedSqlserver> {
  const url = await createDatabase('sqlserver', name, []);
  const session = openSession('sqlserver', url);
  try {
    await session.run(ddl);
    const problems: Problem[] = [];
    const source = { 'database-type': 'mssql', 'connection-string': url, ...content['data-source'] };
    const application = await bootFile({ ...content, 'data-source': source }, (problem) => problems.push(problem));
    const rest = await serveRest(application);
    return {
      rest,
      session,
      problems,
      graphql: async (query, headers = {}) => {
        const json = { 'content-type': 'application/json', ...headers };
        const options = { method: 'POST', role: '', headers: json, body: JSON.stringify({ query }) };
        return (await rest.fetch('/graphql', options)).body as unknown as GraphqlAnswer;
      },
      close: async () => {
        await rest.close();
        await session.close();
      },
    };
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** Some features exist only on SQL Server. */
export const isBabelfish = (): boolean => inject('isBabelfish');
