import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RestAnswer, type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { startedDialects } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { type AppWithFaults, bootWithFaults } from './app-with-faults.ts';

/** Writing a row with this name takes long: at the commit on PostgreSQL, in the statement elsewhere. */
const lasting = { postgres: 'late', mariadb: 'slow', mysql: 'slow' } as const;

const headers = { 'content-type': 'application/json' };

describe.each(startedDialects)('a lost session of $name', ({ name }) => {
  describeOn(name, 'during changes', () => {
    let setup: AppWithFaults;
    let served: ServedRest;

    beforeAll(async () => {
      setup = await bootWithFaults(name, 'outcome_unknown');
      served = await serveRest(setup.app);
    });
    afterAll(async () => {
      await served.close();
      await setup.closeConnections();
    });
    beforeEach(() => setup.query('delete from things where id > 1000'));

    const post = (item: object): Promise<RestAnswer> =>
      served.get('Thing', {}, { method: 'POST', headers, body: JSON.stringify(item) });

    const mutate = (query: string): Promise<RestAnswer> =>
      served.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });

    /** Returns the outcome of a request whose session is killed while its statement sleeps. */
    async function lose(pending: Promise<RestAnswer>) {
      await setup.endSleeping();
      const { status, headers: sent, body } = await pending;
      const [error = body.error] = (body.errors ?? []) as readonly { message: string; extensions?: object }[];
      return {
        status,
        retryAfter: sent['retry-after'],
        error: { ...error, ...(error as { extensions?: object }).extensions },
      };
    }

    const unknown = {
      status: 503,
      // Clients must not repeat the request because of the header.
      retryAfter: undefined,
      error: { code: 'OutcomeUnknown', status: 503, message: expect.stringContaining('If-None-Match') },
    };

    // The database reports a failed statement before it closes the session, so nothing was done.
    const undone = { status: 503, retryAfter: expect.any(String), error: { code: 'Unavailable', status: 503 } };
    const expected = name === 'mysql' ? undone : unknown;

    it('reports an unknown outcome over REST, unless the outcome is known', async () => {
      expect(await lose(post({ id: 1001, name: lasting[name] }))).toMatchObject(expected);
    });

    it('reports an unknown outcome over GraphQL, unless the outcome is known', async () => {
      expect(
        await lose(mutate(`mutation { createThing(item: { id: 1001, name: "${lasting[name]}" }) { id } }`)),
      ).toMatchObject(expected);
    });

    it('allows a repetition under the same key', async () => {
      await lose(post({ id: 1001, name: lasting[name] }));
      expect((await post({ id: 1001, name: 'row' })).status).toBe(201);
      expect((await post({ id: 1001, name: 'row' })).status).toBe(409);
    });

    // On MariaDB, both are one statement.
    if (name === 'postgres') {
      const two = (second: string) => `mutation {
        a: createThing(item: { id: 1002, name: "row" }) { id }
        b: createThing(item: { id: 1003, name: "${second}" }) { id }
      }`;

      it('reports that nothing was done before the commit', async () => {
        expect(await lose(mutate(two('slow')))).toMatchObject({
          status: 503,
          error: { code: 'Unavailable', message: expect.stringContaining('Nothing was changed') },
        });
        expect(await setup.query('select id from things where id > 1000')).toEqual([]);
      });

      it('reports an unknown outcome during the commit', async () => {
        expect(await lose(mutate(two('late')))).toMatchObject(unknown);
      });
    }
  });
});
