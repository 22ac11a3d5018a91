import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RestAnswer, type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { startedDialects } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { bootFated, type Fated } from './fates-support.ts';

/** A name with which a row takes its time when it is to be there for good, whatever is one transaction. */
const lasting = { postgres: 'late', mariadb: 'slow', mysql: 'slow' } as const;

const headers = { 'content-type': 'application/json' };

describe.each(startedDialects)('a session of $name that is lost', ({ name }) => {
  describeOn(name, 'while changes are on their way', () => {
    let fated: Fated;
    let served: ServedRest;

    beforeAll(async () => {
      fated = await bootFated(name, 'outcome_unknown');
      served = await serveRest(fated.app);
    });
    afterAll(async () => {
      await served.close();
      await fated.leave();
    });
    beforeEach(() => fated.query('delete from things where id > 1000'));

    const post = (item: object): Promise<RestAnswer> =>
      served.get('Thing', {}, { method: 'POST', headers, body: JSON.stringify(item) });

    const mutate = (query: string): Promise<RestAnswer> =>
      served.ask('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });

    /** What is told of a request whose session ends while its statement sleeps. */
    async function lose(asked: Promise<RestAnswer>) {
      await fated.endSleeping();
      const { status, headers: sent, body } = await asked;
      const [error = body.error] = (body.errors ?? []) as readonly { message: string; extensions?: object }[];
      return {
        status,
        retryAfter: sent['retry-after'],
        error: { ...error, ...(error as { extensions?: object }).extensions },
      };
    }

    const unknown = {
      status: 503,
      // It must not be sent again by who goes by the header alone.
      retryAfter: undefined,
      error: { code: 'OutcomeUnknown', status: 503, message: expect.stringContaining('If-None-Match') },
    };

    // It says that the statement failed before it ends the session: nothing was done.
    const undone = { status: 503, retryAfter: expect.any(String), error: { code: 'Unavailable', status: 503 } };
    const expected = name === 'mysql' ? undone : unknown;

    it('says over REST that nobody knows, unless somebody does', async () => {
      expect(await lose(post({ id: 1001, name: lasting[name] }))).toMatchObject(expected);
    });

    it('says over GraphQL that nobody knows, unless somebody does', async () => {
      expect(
        await lose(mutate(`mutation { createThing(item: { id: 1001, name: "${lasting[name]}" }) { id } }`)),
      ).toMatchObject(expected);
    });

    it('is followed by one that does it again under the same key', async () => {
      await lose(post({ id: 1001, name: lasting[name] }));
      expect((await post({ id: 1001, name: 'row' })).status).toBe(201);
      expect((await post({ id: 1001, name: 'row' })).status).toBe(409);
    });

    // On MariaDB both are one statement.
    if (name === 'postgres') {
      const two = (second: string) => `mutation {
        a: createThing(item: { id: 1002, name: "row" }) { id }
        b: createThing(item: { id: 1003, name: "${second}" }) { id }
      }`;

      it('says that nothing was done before the transaction was to be committed', async () => {
        expect(await lose(mutate(two('slow')))).toMatchObject({
          status: 503,
          error: { code: 'Unavailable', message: expect.stringContaining('Nothing was changed') },
        });
        expect(await fated.query('select id from things where id > 1000')).toEqual([]);
      });

      it('says that nobody knows while it is committed', async () => {
        expect(await lose(mutate(two('late')))).toMatchObject(unknown);
      });
    }
  });
});
