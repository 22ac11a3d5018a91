import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeError } from '../../src/cli/describe-error.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { startPooler } from '../support/pgbouncer.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';
import { describeOn } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const SQL = `
  create table moments (
    id int primary key, at timestamptz, wall timestamp, day date, span interval, bytes bytea, wide float8, narrow float4, note text
  );
  create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(case new.note when ''slow'' then 5 else 0 end); return new; end';
  create trigger dawdling before insert on moments for each row execute function dawdle();
  create view dawdlers as select id, pg_sleep(5)::text as slept from moments;
`;

/** Settings that must not affect responses. */
const SETTINGS = {
  timezone: 'America/New_York',
  intervalstyle: 'iso_8601',
  datestyle: 'SQL, DMY',
  bytea_output: 'escape',
  extra_float_digits: '-10',
  default_transaction_isolation: 'serializable',
};

const FIELDS = 'id at wall day span bytes wide narrow note';

const ITEMS = [
  '{ id: 1, at: "2024-01-08T10:23:54.123+00:00", wall: "2024-07-01T00:00:00.5", day: "2024-03-10", span: "1 day 02:03:04.5" }',
  '{ id: 2, at: "2024-07-08T10:23:54+05:30", span: "-1 mon +3 days", bytes: "AAECXH//", wide: 0.1, narrow: 16777215 }',
  '{ id: 3, wide: 1.7976931348623157e308, narrow: 3.4028235e38, bytes: "", note: "ünï\\\\c\\"ode\'" }',
];

const permissions = [{ role: 'anonymous', actions: ['*'] }];

describeOn('pgbouncer', 'behind a pooler', () => {
  let database: string;
  let expected: unknown;

  beforeAll(async () => {
    const plain = await createDatabase('postgres', 'poolers_plain', []);
    database = await createDatabase('postgres', 'poolers', []);
    for (const url of [plain, database]) await run(url, SQL);
    for (const [name, value] of Object.entries(SETTINGS))
      await run(database, `alter database poolers set ${name} = '${value}'`);
    const app = await serve(plain, true);
    expected = await writeAndRead(app).finally(() => app.close());
  });

  const run = async (url: string, sql: string): Promise<readonly unknown[]> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client
      .query(sql)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };

  const serve = (url: string, prepared: boolean): Promise<Application> =>
    bootFile({
      'data-source': {
        'database-type': 'postgresql',
        'connection-string': url,
        prepared,
        'statement-timeout-ms': 700,
      },
      entities: {
        Moment: { source: 'moments', permissions },
        Dawdler: {
          source: { object: 'dawdlers', type: 'view', 'key-fields': ['id'] },
          permissions: [{ role: 'anonymous', actions: ['read'] }],
        },
      },
    });

  const pool = async (settings: Readonly<Record<string, string | number>>): Promise<string> => {
    const pooler = await startPooler({
      program: inject('pgbouncer') ?? '',
      folder: join(await makeTemporaryFolder(), 'pooler'),
      target: database,
      settings: { default_pool_size: 20, ...settings },
    });
    onTestFinished(() => pooler.stop());
    return pooler.connectionString;
  };

  /** Reads many values at once, so that all sessions of the pool are used. */
  const writeAndRead = async (app: Application): Promise<unknown> => {
    const written = [];
    for (const item of ITEMS)
      written.push(dataText(await runDocument(app, `mutation { createMoment(item: ${item}) { ${FIELDS} } }`)));
    const lists = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        runDocument(app, `{ moments(filter: { id: { lte: ${3 + n} } }, orderBy: { id: ASC }) { ${FIELDS} } }`),
      ),
    );
    const read = new Set(lists.map(dataText));
    const by = await runDocument(app, '{ moments(filter: { at: { eq: "2024-01-08T05:23:54.123-05:00" } }) { id } }');
    const updated = await runDocument(
      app,
      `mutation { updateMoment(id: 1, item: { at: "2024-11-03T06:30:00Z" }) { ${FIELDS} } }`,
    );
    const stored = [
      'mutation { deleteMoment(id: 1) { at span } }',
      'mutation { deleteMoment(id: 2) { at } }',
      'mutation { deleteMoment(id: 3) { note } }',
    ];
    const deleted = [];
    for (const document of stored) deleted.push(dataText(await runDocument(app, document)));
    return { written, read: [...read], by: dataText(by), updated: dataText(updated), deleted };
  };

  const works: readonly (readonly [mode: string, prepared: boolean, ignored: string])[] = [
    ['session', false, 'options'],
    ['transaction', false, 'options'],
    ['session', false, ''],
    ['transaction', false, ''],
  ];

  it.each(works)(
    '%s pooling with "prepared": %s, ignoring "%s": returns values unchanged',
    async (mode, prepared, ignored) => {
      const app = await serve(
        await pool({ pool_mode: mode, ...(ignored && { ignore_startup_parameters: ignored }) }),
        prepared,
      );
      onTestFinished(() => app.close());
      expect(await writeAndRead(app)).toEqual(expected);
    },
  );

  it.each(works)(
    '%s pooling with "prepared": %s, ignoring "%s": limits the time of a statement',
    async (mode, prepared, ignored) => {
      const app = await serve(
        await pool({ pool_mode: mode, ...(ignored && { ignore_startup_parameters: ignored }) }),
        prepared,
      );
      onTestFinished(() => app.close());
      await run(database, 'insert into moments (id) values (1) on conflict do nothing');
      const results = await Promise.all([
        runDocument(app, '{ dawdlers { slept } }'),
        runDocument(app, 'mutation { createMoment(item: { id: 7, note: "slow" }) { id } }'),
      ]);
      expect(results.map(codeOf)).toEqual(['DatabaseTimeout', 'DatabaseTimeout']);
      expect(await run(database, 'delete from moments returning id')).toEqual([{ id: 1 }]);
    },
  );

  const refused: typeof works = [
    ['session', true, ''],
    ['session', true, 'options'],
    ['transaction', true, ''],
    ['transaction', true, 'options'],
  ];

  it.each(refused)(
    '%s pooling with "prepared": %s, ignoring "%s": reports at startup what to set',
    async (mode, prepared, ignored) => {
      const url = await pool({ pool_mode: mode, ...(ignored && { ignore_startup_parameters: ignored }) });
      const apiError = await serve(url, prepared).then(
        (app) => app.close(),
        (error: unknown) => error,
      );
      expect(describeError(apiError, process)).toContain('Set "prepared" of "data-source" to false');
    },
  );
});
