import { writeFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { bootFile } from '../../src/app/boot-file.ts';
import { Observers } from '../../src/base/observers.ts';
import { reportCatalog } from '../../src/cli/report-catalog.ts';
import { superuser } from '../../src/embedded/cluster.ts';
import { createDatabase } from '../support/create-database.ts';
import { typeOf } from '../support/dialects.ts';
import { runCommandLine } from '../support/run-command-line.ts';
import { openSession } from '../support/sql/open-session.ts';
import { useTemporaryFolder } from './update-support.ts';

const server = inject('server');
const isPostgres = server === 'postgres';

useTemporaryFolder();

const LOGIN = 'drifting';

const TABLES = [
  'create table makers (id int primary key, name varchar(40))',
  'create table labels (id int not null, code int not null, primary key (id))',
  'create table extras (id int primary key)',
  `create table notes (id int primary key, body varchar(20), weight int, plain int, size int, maker_id int,
     constraint made_by foreign key (maker_id) references makers (id))`,
  'create view sizes as select id, size from notes',
  ...(isPostgres
    ? [
        "create function twice(value int) returns int language sql stable as 'select 2 * value'",
        'create materialized view totals as select count(*) as id from notes',
        'create view doubled as select 2 * id as id from totals',
        `do $$ begin create role ${LOGIN} login password '${LOGIN}'; exception when duplicate_object then null; end $$`,
        'do $$ begin create role powerless; exception when duplicate_object then null; end $$',
        `grant select on all tables in schema public to ${LOGIN}`,
      ]
    : [
        'create function twice(value int) returns int deterministic no sql return 2 * value',
        `drop user if exists ${LOGIN}`,
        `create user ${LOGIN} identified by '${LOGIN}'`,
        ...['makers', 'labels', 'extras', 'notes', 'sizes'].map((name) => `grant select on ${name} to ${LOGIN}`),
        `grant execute on function twice to ${LOGIN}`,
      ]),
];

const permissions = [{ role: 'anonymous', actions: ['read'] }];

const entities = {
  Maker: { source: 'makers', permissions },
  Label: { source: 'labels', permissions },
  Extra: { source: 'extras', permissions },
  Note: {
    source: 'notes',
    fields: [{ name: 'body', alias: 'text' }],
    search: ['text'],
    relationships: { maker: { belongsTo: 'Maker' } },
    permissions,
  },
  ...(isPostgres && {
    Total: { source: { object: 'totals', type: 'view', 'key-fields': ['id'] }, permissions },
    Doubled: { source: { object: 'doubled', type: 'view', 'key-fields': ['id'] }, permissions },
  }),
  Size: { source: { object: 'sizes', type: 'view' }, fields: [{ name: 'id', 'primary-key': true }], permissions },
  Twice: {
    source: { object: 'twice', type: 'stored-procedure' },
    graphql: { operation: 'query' },
    permissions: [{ role: 'anonymous', actions: ['execute'] }],
  },
};

/** The statements on PostgreSQL, and on MySQL and MariaDB. */
interface Drift {
  readonly title: string;
  readonly postgres: readonly string[];
  readonly mysql?: readonly string[];
  /** Reported by the running service. */
  readonly service: RegExp;
  /** Reported by `validate`; absent if the configuration fits the changed database. */
  readonly validate?: RegExp;
  /** True if `validate` only warns. */
  readonly isWarning?: true;
}

const drifts: readonly Drift[] = [
  {
    title: 'a dropped column with settings',
    postgres: ['alter table notes drop column body'],
    service: /Column "body" of "notes" does not exist/,
    validate: /Column "body" of "notes" does not exist/,
  },
  {
    title: 'a dropped column without settings',
    postgres: ['alter table notes drop column plain'],
    service: /^Changed {2}Note\.plain is removed\.$/m,
  },
  {
    title: 'a renamed column',
    postgres: ['alter table notes rename column body to body2'],
    service: /Column "body" of "notes" does not exist/,
    validate: /Column "body" of "notes" does not exist\. Did you mean "body2"\?/,
  },
  {
    title: 'a column of an incompatible type',
    postgres: ['alter table notes alter column body type int using length(body)'],
    mysql: ['alter table notes modify body int'],
    service: /"search" supports text and tsvector, but "text" has the type "int/,
    validate: /"search" supports text and tsvector, but "text" has the type "int/,
  },
  {
    title: 'a column of a compatible type',
    postgres: ['alter table notes alter column weight type bigint'],
    mysql: ['alter table notes modify weight bigint'],
    service: /^Changed {2}Note\.weight now has the type Long instead of Int\.$/m,
  },
  {
    title: 'a column that becomes NOT NULL',
    postgres: ['alter table notes alter column body set not null'],
    mysql: ['alter table notes modify body varchar(20) not null'],
    service: /^Changed {2}Note\.text is never null now, and is required in new rows unless it has a default\.$/m,
  },
  {
    title: 'a dropped table',
    postgres: ['drop table labels'],
    service: /Table or view "labels" does not exist/,
    validate: /Table or view "labels" does not exist/,
  },
  {
    title: 'a renamed table',
    postgres: ['alter table labels rename to label_list'],
    service: /Table or view "labels" does not exist/,
    validate: /Table or view "labels" does not exist/,
  },
  {
    title: 'a dropped foreign key',
    postgres: ['alter table notes drop constraint made_by'],
    mysql: ['alter table notes drop foreign key made_by'],
    service: /There is no foreign key from "notes" to "makers"/,
    validate: /There is no foreign key from "notes" to "makers"/,
  },
  {
    title: 'another key',
    postgres: ['alter table labels drop constraint labels_pkey, add primary key (code)'],
    mysql: ['alter table labels drop primary key, add primary key (code)'],
    service: /^Changed {2}Label now has the key \(code\) instead of \(id\)\.$/m,
  },
  {
    title: 'another signature of a routine',
    postgres: [
      'drop function twice(int)',
      "create function twice(value int, factor int) returns int language sql stable as 'select factor * value'",
    ],
    mysql: [
      'drop function twice',
      'create function twice(value int, factor int) returns int deterministic no sql return factor * value',
      `grant execute on function twice to ${LOGIN}`,
    ],
    service: /^Changed {2}Twice, parameter factor is added, with the type Int\.$/m,
  },
  {
    title: 'a broken view',
    postgres: ['alter view sizes owner to powerless', 'alter table extras rename column id to nr'],
    mysql: ['alter table notes drop column size'],
    service: /The database cannot run the view "sizes"/,
    validate: /The database cannot run the view "sizes"/,
    // MySQL and MariaDB hide the columns of the view.
    ...(isPostgres && { isWarning: true }),
  },
  ...(isPostgres
    ? [
        {
          title: 'a materialized view that loses its data',
          postgres: ['refresh materialized view totals with no data'],
          service: /warning: The materialized view totals has no data yet\. Run REFRESH MATERIALIZED VIEW totals\./,
          validate: /entities\.Doubled\.source\n +Warning: The materialized view totals has no data yet/,
          isWarning: true as const,
        },
      ]
    : []),
  {
    title: 'a revoked grant',
    postgres: [`revoke select on labels from ${LOGIN}`],
    service: isPostgres
      ? /The database user may not read "labels"\. Grant SELECT/
      : /"labels" does not exist, or the database user may not see it\. Grant SELECT/,
    validate: isPostgres
      ? /The database user may not read "labels"\. Grant SELECT/
      : /"labels" does not exist, or the database user may not see it\. Grant SELECT/,
  },
];

/** Creates the tables, and starts a service as another user. @returns what it reports, and a function for changes */
async function serveTables(): Promise<{
  readonly reports: () => string;
  readonly change: (statements: readonly string[]) => Promise<void>;
}> {
  const url = new URL(await createDatabase(server, 'drift', []));
  // The usual user may not create roles.
  if (isPostgres) url.username = superuser;
  const change = async (statements: readonly string[]): Promise<void> => {
    const session = openSession(server, String(url));
    try {
      for (const statement of statements) await session.run(statement);
    } finally {
      await session.close();
    }
  };
  await change(TABLES);
  const login = new URL(url);
  [login.username, login.password] = [LOGIN, LOGIN];
  const file = {
    'data-source': {
      'database-type': typeOf(server),
      'connection-string': String(login),
      'catalog-interval-ms': 100,
    },
    runtime: { host: { mode: 'development' } },
    entities,
  };
  await writeFile('joinery.json', JSON.stringify(file));
  expect(await runCommandLine(['validate', '--strict'])).toMatchObject({ code: 0, stderr: '' });
  let reports = '';
  const observers = new Observers();
  observers.add({
    problem: ({ problem }) => {
      reports += `${problem.severity}: ${problem.message}\n`;
    },
  });
  const application = await bootFile('joinery.json', { env: {} }, observers);
  onTestFinished(() => application.close());
  const stdout = new PassThrough().on('data', (chunk) => {
    reports += chunk;
  });
  reportCatalog(application, { stdout }, new Set());
  expect(reports).toBe('');
  return { reports: () => reports, change };
}

describe('a changed database', () => {
  it.each(drifts)('is reported by the service and by validate: $title', async (drift) => {
    const { reports, change } = await serveTables();
    await change((isPostgres ? undefined : drift.mysql) ?? drift.postgres);
    await vi.waitFor(() => expect(reports()).toMatch(drift.service), { timeout: 30_000, interval: 50 });
    const { code, stdout, stderr } = await runCommandLine(['validate']);
    if (drift.validate === undefined) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    else
      expect({ code, stderr }).toEqual({
        code: drift.isWarning ? 0 : 1,
        stderr: expect.stringMatching(drift.validate),
      });
    expect(stdout.includes('is valid')).toBe(code === 0);
  });
});

describe('tables that no entity exposes', () => {
  it('are a note of validate, and are reported by the service when they appear', async () => {
    const { reports, change } = await serveTables();
    await change(['create table boxes (id int primary key)', 'create table crates (id int primary key)']);
    const grants = ['boxes', 'crates'].map((name) => `grant select on ${name} to ${LOGIN}`);
    await change(grants);
    const note = 'Not exposed: 2 tables (boxes, crates). Run "joinery update" to add them.\n';
    await vi.waitFor(() => expect(reports()).toContain(note), { timeout: 30_000, interval: 50 });
    expect(await runCommandLine(['validate', '--strict'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining(note),
    });
    const { stdout, code } = await runCommandLine(['validate', '--strict', '--json']);
    expect({ code, report: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      report: { valid: true, problems: [], unexposed: ['boxes', 'crates'] },
    });
    await change(['create view heavy as select id from boxes', `grant select on heavy to ${LOGIN}`]);
    await vi.waitFor(
      () => expect(reports()).toContain('Not exposed: 1 view (heavy). Run "joinery update" to add it.\n'),
      {
        timeout: 30_000,
        interval: 50,
      },
    );
    expect(reports().split(note)).toHaveLength(2);
  });
});
