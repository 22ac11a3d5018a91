import { parse } from 'graphql';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { startedDialects } from '../support/dialects.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';
import { describeOn } from '../support/servers.ts';
import { type AppWithFaults, bootWithFaults } from './app-with-faults.ts';

const limits = { 'anonymous-statement-ms': 300 };

const exceeded = {
  code: 'DatabaseTimeout',
  message: expect.stringContaining('runtime.limits.anonymous-statement-ms'),
  details: { limit: 'anonymous-statement-ms', max: 300 },
};

const ids = Array.from({ length: 20 }, (_, index) => index + 1);
const [THING, THIRD] = ['thing', 'third'].map((entity) =>
  parse(`query ($id: Int!) { row: ${entity}_by_pk(id: $id) { id name } }`),
) as [ReturnType<typeof parse>, ReturnType<typeof parse>];

describe.each(startedDialects)('anonymous-statement-ms on $name', ({ name }) => {
  describeOn(name, 'limits the database time of reads', () => {
    let setup: AppWithFaults;

    beforeAll(async () => {
      setup = await bootWithFaults(name, 'anonymous_statements', limits);
    });
    afterAll(async () => {
      await setup?.app.close();
      await setup?.closeConnections();
    });

    const read = (document: typeof THING, id: number, role = 'anonymous') =>
      runDocument(setup.app, document, { variables: { id }, role });

    const expectThirds = async (): Promise<void> => {
      const answers = await Promise.all(ids.map((id) => read(THIRD, id)));
      expect(answers.map(dataText)).toEqual(ids.map((id) => `{"row":{"id":${id},"name":"row"}}`));
    };

    it('rejects a slow read of an anonymous caller, but not of an authenticated one', async () => {
      let identified: ReturnType<typeof read> | undefined;
      await setup.whileLocked(['things'], async () => {
        identified = read(THING, 1, 'authenticated');
        expect(await read(THING, 2)).toMatchObject({ kind: 'failed', apiError: exceeded });
        await expectThirds();
      });
      expect(await identified?.then(codeOf)).toBe('answered');
    });

    it('cancels the statement of a rejected read in the database', async () => {
      expect(await runDocument(setup.app, '{ nap_by_pk(id: 99) { nap } }')).toMatchObject({
        kind: 'failed',
        apiError: exceeded,
      });
      await setup.waitUntilSleeping(0);
      await expectThirds();
    });

    it('cancels only the anonymous read among reads that are sent as one batch', async () => {
      for (let run = 0; run < 60; run += 1) {
        for (const document of [THING, THIRD]) await read(document, 1);
      }
      let identified: ReturnType<typeof read>[] = [];
      for (let run = 0; run < 3; run += 1) {
        await setup.whileLocked(['things'], async () => {
          const blocked = ids.slice(0, 4).map((id) => read(THING, id));
          identified = [read(THING, 1, 'authenticated')];
          await expectThirds();
          for (const result of await Promise.all(blocked)) expect(result).toMatchObject({ apiError: exceeded });
          await expectThirds();
        });
        expect(await Promise.all(identified.map(async (result) => codeOf(await result)))).toEqual(['answered']);
        await expectThirds();
      }
    });

    it('does not apply to changes', async () => {
      let changing: ReturnType<typeof runDocument> | undefined;
      await setup.whileLocked(['others'], async () => {
        changing = runDocument(setup.app, 'mutation { updateOther(id: 1, item: { name: "new" }) { name } }');
        expect(await read(THING, 1).then(codeOf)).toBe('answered');
        await new Promise((resolve) => setTimeout(resolve, 600));
      });
      expect(await changing?.then(codeOf)).toBe('answered');
    });
  });
});

describe('anonymous-statement-ms and a function on PostgreSQL', () => {
  let app: Application;

  beforeAll(async () => {
    const url = await createDatabase('postgres', 'anonymous_function', []);
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("create function doze() returns int stable language sql as 'select 1 from pg_sleep(30)'");
    await client.end();
    app = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      runtime: { limits },
      entities: {
        Doze: {
          source: { object: 'doze', type: 'stored-procedure' },
          graphql: { operation: 'query' },
          permissions: [{ role: 'anonymous', actions: ['execute'] }],
        },
      },
    });
  });
  afterAll(() => app?.close());

  it('limits a query that calls the function', async () => {
    expect(await runDocument(app, '{ executeDoze { result } }')).toMatchObject({ kind: 'failed', apiError: exceeded });
  });
});
