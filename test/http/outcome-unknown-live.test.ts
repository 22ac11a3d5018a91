import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Tap, tapWire } from '../cost/tap-wire.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { type RequestOptions, type ServedRest, serveRest } from './support/serve-rest.ts';

const WAITING = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

const json = { 'content-type': 'application/json' };

/**
 * Code of the first response, and of a repeated request if the row exists. The transaction of a `PUT` with several
 * steps has not committed.
 */
const CREATES: readonly (readonly [
  api: string,
  code: string,
  url: string,
  options: RequestOptions,
  repeated: string,
])[] = [
  ['POST', 'OutcomeUnknown', '/api/Note', { method: 'POST', headers: json, body: '{"id":1,"said":"a"}' }, 'Conflict'],
  [
    'PUT with If-None-Match: *',
    'Unavailable',
    '/api/Note/1',
    { method: 'PUT', headers: { ...json, 'if-none-match': '*' }, body: '{"said":"a"}' },
    'PreconditionFailed',
  ],
  [
    'GraphQL',
    'OutcomeUnknown',
    '/graphql',
    {
      method: 'POST',
      headers: json,
      body: '{"query":"mutation { createNote(item: { id: 1, said: \\"a\\" }) { id } }"}',
    },
    'Conflict',
  ],
];

describeOn('postgres', 'a create whose session is lost before the response', () => {
  let rest: ServedRest;
  let admin: Client;
  let locker: Client;
  let tap: Tap;

  beforeAll(async () => {
    const url = await createDatabase('postgres', 'outcome_unknown_http', []);
    [admin, locker] = [new Client(url), new Client(url)];
    await Promise.all([admin.connect(), locker.connect()]);
    await admin.query('create table notes (id int primary key, said text)');
    tap = await tapWire(url);
    const application = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': tap.connectionString },
      entities: { Note: { source: 'notes', permissions: [{ role: 'anonymous', actions: ['*'] }] } },
    });
    rest = await serveRest(application);
  });
  afterAll(async () => {
    await rest.close();
    tap.close();
    await Promise.all([admin.end(), locker.end()]);
  });

  it.each(CREATES)(
    'a lost create can be repeated by its key: %s returns %s',
    async (_api, expected, url, options, repeated) => {
      await admin.query('truncate notes');
      // A transaction keeps its first view of the sessions, so another client reads them.
      await locker.query('begin; lock table notes');
      const sent = rest.fetch(url, options);
      for (let waiting = 0; waiting === 0; ) waiting = (await admin.query(WAITING)).rows.length;
      tap.cut();
      const { status, headers, body } = await sent;
      // A client that follows only Retry-After must not repeat a write that may have been committed.
      expect([status, headers['retry-after']]).toEqual([
        503,
        expected === 'OutcomeUnknown' ? undefined : expect.stringMatching(/^[5-9]$/),
      ]);
      expect(codesOf(body)).toEqual([expected]);
      await locker.query('commit');
      // The write may be committed, pending, or lost.
      expect([[], [repeated]]).toContainEqual(codesOf((await rest.fetch(url, options)).body));
      expect(codesOf((await rest.fetch(url, options)).body)).toEqual([repeated]);
      expect((await admin.query('select id, said from notes')).rows).toEqual([{ id: 1, said: 'a' }]);
    },
  );
});

/** Returns the error codes of a response of either API. */
function codesOf(body: Readonly<Record<string, unknown>>): readonly string[] {
  const { error, errors = [] } = body as {
    readonly error?: { readonly code: string };
    readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
  };
  return [...(error ? [error.code] : []), ...errors.map(({ extensions }) => extensions.code)];
}
