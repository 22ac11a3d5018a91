import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getIntrospectionQuery } from 'graphql';
import { beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createJoinery, type Joinery } from '../../src/index.ts';
import { chinookIsThere, createChinook } from '../fixtures/chinook/create-chinook.ts';
import { createOddDatabase } from '../fixtures/odd/create-odd-database.ts';
import { createDatabase } from '../support/create-database.ts';
import { isLong } from '../support/long-run.ts';
import { enterTemporaryFolder, runCommandLine } from '../support/run-command-line.ts';
import { openSession } from '../support/sql/open-session.ts';

const server = inject('server');

let folder: string;
beforeEach(async () => {
  const entered = await enterTemporaryFolder();
  folder = entered.folder;
  return entered.leave;
});

/** Runs `joinery init`, which must succeed, and `joinery validate`. @returns the file's content */
async function initialize(url: string, ...options: readonly string[]): Promise<string> {
  const result = await runCommandLine(['init', '--url', url, ...options]);
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(await runCommandLine(['validate'])).toMatchObject({ code: 0 });
  return readFile(join(folder, options.includes('yaml') ? 'joinery.yaml' : 'joinery.json'), 'utf8');
}

/** Answers a query of each entity with all its relationships. @returns `Entity` or `Entity.relationship`: error */
async function findUnanswered(joinery: Joinery): Promise<readonly string[]> {
  const { data } = await joinery.execute(getIntrospectionQuery(), {}, caller);
  const { types, queryType } = (data as unknown as Introspection).__schema;
  const byName = new Map(types.map((type) => [type.name, type]));
  const failed: string[] = [];
  for (const root of byName.get(queryType.name)?.fields ?? []) {
    const target = byName.get(nameOf(root.type));
    if (!root.args.some(({ name }) => name === 'first') || target?.fields === null || root.name.endsWith('_connection'))
      continue;
    const related = (target?.fields ?? []).filter(
      ({ name, type }) => byName.get(nameOf(type))?.kind === 'OBJECT' && !name.endsWith('_connection'),
    );
    for (const { name, args } of related) {
      const first = args.some((argument) => argument.name === 'first') ? '(first: 1)' : '';
      const { errors } = await joinery.execute(
        `{ ${root.name}(first: 1) { ${name}${first} { __typename } } }`,
        {},
        caller,
      );
      if (errors) failed.push(`${root.name}.${name}: ${errors.map(({ message }) => message).join(' ')}`);
    }
    const scalars = (target?.fields ?? []).filter(
      ({ name, type }) => byName.get(nameOf(type))?.kind !== 'OBJECT' && name !== '_etag',
    );
    const { errors } = await joinery.execute(
      `{ ${root.name}(first: 1) { __typename ${scalars.map(({ name }) => name).join(' ')} } }`,
      {},
      caller,
    );
    if (errors) failed.push(`${root.name}: ${errors.map(({ message }) => message).join(' ')}`);
  }
  return failed;
}

const caller = { role: 'authenticated' };

interface TypeRef {
  readonly name: string | null;
  readonly ofType?: TypeRef | null;
}

const nameOf = ({ name, ofType }: TypeRef): string => name ?? (ofType ? nameOf(ofType) : '');

interface Introspection {
  readonly __schema: {
    readonly queryType: { readonly name: string };
    readonly types: readonly {
      readonly kind: string;
      readonly name: string;
      readonly fields:
        | readonly {
            readonly name: string;
            readonly type: TypeRef;
            readonly args: readonly { readonly name: string }[];
          }[]
        | null;
    }[];
  };
}

async function expectAnswers(unanswered: readonly string[] = []): Promise<void> {
  const joinery = await createJoinery(join(folder, 'joinery.json'), { env: await environment() });
  try {
    expect(await findUnanswered(joinery)).toEqual(unanswered);
  } finally {
    await joinery.close();
  }
}

/** The variables that `init` has written. */
async function environment(): Promise<Record<string, string>> {
  const [, name = '', value = ''] = /^(\w+)='(.*)'$/m.exec(await readFile(join(folder, '.env'), 'utf8')) ?? [];
  return { [name]: value };
}

describe('init', () => {
  it.skipIf(!chinookIsThere)(
    'writes a configuration of Chinook whose entities and relationships are all answered',
    async () => {
      const url = await createChinook(server, 'init_chinook');
      const text = await initialize(url);
      expect(text).not.toContain(url);
      expect(text).toContain(`"connection-string": "@env('DATABASE_URL')"`);
      expect(await environment()).toEqual({ DATABASE_URL: url });
      expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('.env\n');
      const { entities } = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ''));
      expect(Object.keys(entities)).toHaveLength(11);
      expect(entities.Employee.relationships).toMatchObject({
        customers: { hasMany: 'Customer' },
        reports: { hasMany: 'Employee' },
      });
      expect(entities.Playlist.relationships).toMatchObject({ tracks: { hasMany: 'Track', through: 'PlaylistTrack' } });
      await expectAnswers();
    },
  );

  it('serves the tables, views, and procedures of the shop', async () => {
    await initialize(await createDatabase(server, 'init_shop', 'shop'));
    await expectAnswers();
  });

  it('writes YAML, selects tables, and grants rights by options', async () => {
    const url = await createDatabase(server, 'init_options', 'shop');
    const text = await initialize(
      url,
      '--format',
      'yaml',
      '--include',
      'order*',
      'customers',
      '--exclude',
      '*_details',
      '--role',
      'anonymous:read',
      'clerk:read,update',
    );
    expect(text).toContain('connection-string: "@env(\'DATABASE_URL\')"');
    const names = [...text.matchAll(/^ {2}([A-Z]\w+):$/gm)].map(([, name]) => name);
    expect(names).toEqual(['Customer', 'Order']);
    expect(text).toContain('- role: anonymous\n        actions:\n          - read\n      - role: clerk\n');
    expect(text).not.toContain('authenticated');
  });

  it('keeps an existing file, unless --force is set', async () => {
    await writeFile(join(folder, 'joinery.json'), '{}');
    const url = await createDatabase(server, 'init_force', 'shop');
    expect(await runCommandLine(['init', '--url', url])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('joinery.json exists. '),
    });
    expect(await readFile(join(folder, 'joinery.json'), 'utf8')).toBe('{}');
    await initialize(url, '--force');
  });

  it('rejects a configuration in the other format, of which only one would be used', async () => {
    await writeFile(join(folder, 'joinery.yaml'), 'entities: {}\n');
    const url = await createDatabase(server, 'init_force', []);
    expect(await runCommandLine(['init', '--url', url, '--force'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('joinery.yaml exists, and only one configuration file of a folder is used.'),
    });
  });

  it('chooses a variable that has no other value, and replaces the value of a replaced file', async () => {
    const [first, second] = [
      await createDatabase(server, 'init_first', 'shop'),
      await createDatabase(server, 'init_second', 'shop'),
    ];
    vi.stubEnv('DATABASE_URL', 'other');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await initialize(first)).toContain("@env('JOINERY_DATABASE_URL')");
    expect(await initialize(second, '--force')).toContain("@env('JOINERY_DATABASE_URL')");
    expect(await readFile(join(folder, '.env'), 'utf8')).toBe(`JOINERY_DATABASE_URL='${second}'\n`);
  });

  it('excludes and lists columns whose names suggest secrets, also keys', async () => {
    const url = await createDatabase(server, 'init_secrets', []);
    const session = openSession(server, url);
    await session
      .run(
        `create table accounts (id int primary key, name varchar(40), password_hash varchar(40), api_key varchar(40) not null unique);
         create table sessions (token varchar(40) primary key, account_id int not null, foreign key (account_id) references accounts (id));
         create table logins (id int primary key, session_token varchar(40) not null, foreign key (session_token) references sessions (token));`,
      )
      .finally(() => session.close());
    const { code, stdout } = await runCommandLine(['init', '--url', url]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /Excluded {2}Account\.password_hash, Account\.api_key, (Session\.token, Login\.session_token|Login\.session_token, Session\.token):/,
    );
    await expectAnswers();
    const joinery = await createJoinery(join(folder, 'joinery.json'), { env: await environment() });
    onTestFinished(() => joinery.close());
    expect(await joinery.execute('{ sessions { account { name } logins { id } } }', {}, caller)).toEqual({
      data: { sessions: [] },
    });
    expect(await joinery.execute('{ sessions { token } }', {}, caller)).toMatchObject({
      errors: [{ message: expect.stringContaining('token') }],
    });
  });

  it('guesses relationships if the database has no foreign keys', async () => {
    const url = await createDatabase(server, 'init_guesses', []);
    const session = openSession(server, url);
    await session
      .run(
        `create table app_users (id int primary key, name varchar(40));
         create table app_posts (id int primary key, user_id int not null, parent_id int);
         create index posts_of_user on app_posts (user_id);
         create table app_tags (id int primary key);`,
      )
      .finally(() => session.close());
    const text = await initialize(url);
    expect(text).toContain('// Guesses from column names: check them.');
    await expectAnswers();
    const joinery = await createJoinery(join(folder, 'joinery.json'), { env: await environment() });
    onTestFinished(() => joinery.close());
    const insert =
      'mutation { createUser(item: { id: 1, name: "Ann" }) { id } createPost(item: { id: 7, user_id: 1 }) { id } }';
    expect(await joinery.execute(insert, {}, caller)).toMatchObject({ data: { createUser: { id: 1 } } });
    expect(await joinery.execute('{ users { posts { id user { name } parent { id } } } }', {}, caller)).toEqual({
      data: { users: [{ posts: [{ id: 7, user: { name: 'Ann' }, parent: null }] }] },
    });
    expect(await initialize(url, '--force', '--no-guess-relationships')).not.toContain('relationships');
  });

  it.runIf(server === 'postgres')(
    'lists the routines that it omits, names columns for the APIs, and names equal plurals',
    async () => {
      const url = await createDatabase('postgres', 'init_names', []);
      const session = openSession('postgres', url);
      await session
        .run(
          `create table news (id int primary key, "zip code" text, "2nd" text);
         create function last_day(date) returns date language sql immutable as 'select $1';`,
        )
        .finally(() => session.close());
      const { stdout } = await runCommandLine(['init', '--url', url]);
      expect(stdout).toContain('Omitted  last_day: The function cannot be served: it has a parameter without a name');
      const { entities } = JSON.parse(
        (await readFile(join(folder, 'joinery.json'), 'utf8')).replaceAll(/^\s*\/\/.*$/gm, ''),
      );
      expect(entities.News).toMatchObject({
        fields: [
          { name: 'zip code', alias: 'zip_code' },
          { name: '2nd', alias: 'n2_nd' },
        ],
        graphql: { type: { singular: 'News', plural: 'NewsList' } },
      });
      expect(await runCommandLine(['validate', '--strict'])).toMatchObject({ code: 0, stderr: '' });
      expect(await runCommandLine(['add', 'last_day'])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The function cannot be served: it has a parameter without a name'),
      });
    },
  );

  it.each([
    [['update'], 'Run "joinery init" to write one'],
    [['init', '--url', inject('postgres').replace(/^postgres:/, 'mysql:')], 'belongs to a PostgreSQL server'],
    [['init'], 'Missing connection. Pass --url, such as postgres://'],
    [
      ['init', '--url', 'oracle://x'],
      'Unknown database type of the connection. Start the URL with one of postgres://, mysql://',
    ],
    [['init', '--url', 'postgres://u:p@127.0.0.1:1/none'], 'The database is unreachable (connect ECONNREFUSED'],
    [['init', '--role', 'editor:write'], 'Invalid role "editor:write". Use a role and actions of create, read'],
  ])('%j exits with 1 and says what to change', async (commandLine, message) => {
    expect(await runCommandLine(commandLine)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  it.runIf(server === 'postgres')('serves a database with unusual tables, and says what it omits', async () => {
    const url = await createOddDatabase('init_odd');
    const { code, stdout, stderr } = await runCommandLine(['init', '--url', url]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/Omitted {2}/);
    expect(await runCommandLine(['validate'])).toMatchObject({ code: 0 });
    await expectAnswers();
  });

  it.runIf(server === 'postgres')('omits views without data until they are refreshed', async () => {
    const url = await createDatabase('postgres', 'init_unpopulated', []);
    const session = openSession('postgres', url);
    onTestFinished(() => session.close());
    await session.run(`
      create schema "Big Sales"; create table public.films (id int primary key);
      create materialized view "Big Sales".totals as select count(*) as id from films with no data;
      create materialized view copies as select id from "Big Sales".totals with no data;
      create view doubled as select 2 * id as id from "Big Sales".totals;`);
    const { code, stdout, stderr } = await runCommandLine(['init', '--url', url]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const hint = (view: string): string =>
      `The materialized view ${view} has no data yet. Run REFRESH MATERIALIZED VIEW ${view}. Then run "joinery update".`;
    expect(stdout.match(/(?<=Omitted {2}).*/g)).toEqual([
      `totals: ${hint('"Big Sales".totals')}`,
      `copies: ${hint('copies')}`,
      `doubled: ${hint('"Big Sales".totals')}`,
    ]);
    expect(await runCommandLine(['validate', '--strict'])).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining('Not exposed'),
    });
    await expectAnswers();
    expect(await runCommandLine(['add', 'copies'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(hint('copies')),
    });
    await session.run('refresh materialized view "Big Sales".totals; refresh materialized view copies;');
    const updated = await runCommandLine(['update', '--yes', '--schema', 'public', 'Big Sales']);
    expect(updated).toMatchObject({ code: 0, stderr: '', stdout: expect.not.stringContaining('Omitted') });
    await expectAnswers();
    const text = await readFile(join(folder, 'joinery.json'), 'utf8');
    for (const entity of ['Total', 'Copy', 'Doubled']) expect(text).toContain(`"${entity}": {`);
  });

  const tables = isLong || server === 'postgres' ? 500 : 200;
  it(`serves ${tables} tables`, async () => {
    const statements = Array.from({ length: tables }, (_, index) => {
      const parent = `, parent_id int, foreign key (parent_id) references table_${Math.floor((index - 1) / 3)} (id)`;
      return `create table table_${index} (id int primary key, name varchar(20)${index === 0 ? '' : parent})`;
    });
    const url = await createDatabase(server, 'init_many', []);
    const session = openSession(server, url);
    await session.run(`${statements.join(';\n')};`).finally(() => session.close());
    const text = await initialize(url);
    expect(text.match(/"belongsTo"/g)).toHaveLength(tables - 1);
    expect(text.match(/"hasMany"/g)).toHaveLength(tables - 1);
  });
});
