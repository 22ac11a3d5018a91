import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError, type Problem } from '../../src/base/problem.ts';
import { superuser } from '../../src/embedded/cluster.ts';
import { createServer } from '../../src/server/create-server.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';

const tables = `
  create table people (id integer primary key, code text, ref uuid, spot point, data json, big bigint, tags text[]);
  create table notes (
    id integer primary key, person_id text, ref text, spot point, data json, big numeric, day date, at timestamptz, tags text[], small smallint
  );
  create table links (person_id uuid, note_id integer);
  create view broken as select id, 10 / (id - 1) as share from people;`;

const permissions = [{ role: 'anonymous', actions: ['read'] }];

let url: string;
let client: Client;

beforeAll(async () => {
  url = await createDatabase('postgres', 'persistent_errors', []);
  client = new Client({ connectionString: url });
  await client.connect();
  await client.query(tables);
});
afterAll(() => client.end());

const configuration = (relationships: object) => ({
  'data-source': { 'database-type': 'postgresql', 'connection-string': url },
  entities: {
    Person: { source: 'people', permissions, relationships },
    Note: { source: 'notes', permissions },
  },
});

async function problemsOf(relationships: object): Promise<readonly Problem[]> {
  try {
    await (await bootFile(configuration(relationships))).close();
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems.filter(({ severity }) => severity === 'error');
    throw error;
  }
}

describe('a relationship between columns of different or unusual types', () => {
  it.each([
    ['a number and a string', { id: 'person_id' }],
    ['a UUID and a string', { ref: 'ref' }],
    ['JSON', { data: 'data' }],
    ['a list and a string', { tags: 'ref' }],
  ])('is rejected for %s', async (_name, on) => {
    const problems = await problemsOf({ notes: { hasMany: 'Note', on } });
    expect(problems).toMatchObject([
      {
        path: ['entities', 'Person', 'relationships', 'notes'],
        message: expect.stringMatching(/The database cannot compare "people"\."\w+" .* with "notes"\."\w+"/),
      },
    ]);
  });

  it('is accepted for points, or rejected once', async () => {
    const problems = await problemsOf({ notes: { hasMany: 'Note', on: { spot: 'spot' } } });
    expect(problems.length).toBeLessThanOrEqual(1);
  });

  it('is rejected through a junction', async () => {
    const problems = await problemsOf({
      notes: {
        hasMany: 'Note',
        through: { object: 'links', sourceOn: { id: 'person_id' }, targetOn: { note_id: 'id' } },
      },
    });
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('"people"."id" (int4) with "links"."person_id" (uuid)'),
    ]);
  });

  it.each([
    ['different kinds of numbers', { big: 'big' }],
    ['an integer and a decimal', { id: 'big' }],
    ['a small and a large integer', { big: 'small' }],
    ['lists', { tags: 'tags' }],
  ])('is accepted for %s', async (_name, on) => {
    expect(await problemsOf({ notes: { hasMany: 'Note', on } })).toEqual([]);
  });
});

describe('a persistent SQL error', () => {
  it('returns Internal with a log line, without endless retries', async () => {
    await client.query("create table words (id integer primary key, word text); insert into words values (1, 'a')");
    const application = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: { Word: { source: 'words', permissions } },
    });
    const logged: Record<string, unknown>[] = [];
    const http = createServer(application, pino({}, { write: (line) => logged.push(JSON.parse(line)) }));
    const run = async (query: string) => {
      const headers = { accept: 'application/graphql-response+json' };
      const response = await http.inject({ method: 'POST', url: '/graphql', headers, payload: { query } });
      return { status: response.statusCode, ...response.json() };
    };
    const owner = await connectAsOwner();
    // The catalog is unchanged, but a required function is missing.
    await owner.query('alter function pg_catalog.sha256(bytea) rename to sha256_away');
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      const { status, errors } = await run('{ words { id _etag } }');
      statuses.push(status);
      expect(errors[0].message).not.toMatch(/try again/i);
    }
    expect(statuses).toEqual([500, 500, 500, 500, 500, 500]);
    expect(logged.filter(({ level }) => Number(level) >= 50).length).toBeGreaterThan(0);
    expect(JSON.stringify(logged)).toContain('function pg_catalog.sha256');
    expect((await run('{ words { id word } }')).status, 'queries that do not use the function still succeed').toBe(200);
    await owner.query('alter function pg_catalog.sha256_away(bytea) rename to sha256');
    expect((await run('{ words { id _etag } }')).status, 'recovers once the function exists again').toBe(200);
    await Promise.all([owner.end(), http.close()]);
  });
});

/** Connects as the superuser, whose password equals that of the test's user. */
async function connectAsOwner(): Promise<Client> {
  const superuserUrl = new URL(url);
  superuserUrl.username = superuser;
  const owner = new Client({ connectionString: superuserUrl.href });
  await owner.connect();
  return owner;
}
