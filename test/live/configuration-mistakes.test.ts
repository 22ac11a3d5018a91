import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError, type Problem } from '../../src/base/problem.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';

const tables = `
  create table people (id integer primary key, name text, "full name" text);
  create table sales (
    id integer primary key, total numeric, buyer_id integer not null references people,
    seller_id integer not null references people
  );
  create table notes (id integer primary key, body text, person_id integer);
  create table tags (id integer primary key, label text);
  create table note_tags (note_id integer references notes, tag_id integer, primary key (note_id, tag_id));
  create table keyless (label text);
  create view counted as select count(*) as n from people;
  create table ruled (id integer primary key); create rule r as on insert to ruled do also notify ruled;
  create view names as select id, name from people;
`;

const permissions = [{ role: 'anonymous', actions: ['read'] }];

/**
 * Returns the startup problems.
 * @throws Error if the service starts
 */
async function problemsOf(content: object): Promise<readonly Problem[]> {
  try {
    await (await bootFile(content)).close();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems.filter(({ severity }) => severity === 'error');
    throw error;
  }
  throw new Error('The service started without problems.');
}

/** Verifies that each pattern matches exactly one problem, and that there are no others. */
function expectProblems(problems: readonly Problem[], patterns: readonly RegExp[]): void {
  const reported = problems.map(({ path, message, suggestion }) => `${path.join(' ')}: ${message} → ${suggestion}`);
  expect(
    patterns.filter((pattern) => reported.filter((line) => pattern.test(line)).length !== 1),
    reported.join('\n'),
  ).toEqual([]);
  expect(reported).toHaveLength(patterns.length);
}

describe('a configuration with ten mistakes', () => {
  let folder: string;
  let url: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'joinery-mistakes-'));
    await writeFile(join(folder, 'tables.sql'), tables);
    url = await createDatabase('postgres', 'configuration_mistakes', [join(folder, 'tables.sql')]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reports ten problems of different kinds, each once', async () => {
    const problems = await problemsOf({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url, pool: { maxx: 5 } },
      runtime: { host: { host: '0.0.0.0' }, limits: { depth: 'deep' } },
      entities: {
        Ghost: { source: 'peple', permissions, relationships: { sales: { hasMany: 'Sales' } } },
        Person: {
          source: 'people',
          permissions: [
            { role: 'anonymous', actions: [{ action: 'read', fields: { include: ['id', 'nam'] } }, 'reed'] },
          ],
          fields: [
            { name: 'full name', alias: 'full_name' },
            { name: 'name', alias: 'the name' },
          ],
        },
        Sale: {
          source: 'sales',
          permissions,
          descripton: 'What was sold.',
          relationships: {
            buyer: { belongsTo: 'Person' },
            seller: { belongsTo: 'Person' },
            ghost: { belongsTo: 'Ghost' },
            tags: { hasMany: 'Tag', through: 'Lost' },
          },
        },
        Lost: { sorce: 'note_tags', permissions },
        Tag: { source: 'tags', permissions, expose: { exclude: ['lable'] } },
      },
    });
    expectProblems(problems, [
      /^data-source pool maxx: Unknown key "maxx".* → max/,
      /^runtime host host: In production/,
      /^runtime limits depth: The value has the wrong type/,
      /^entities Ghost source: Table or view "peple" does not exist.* → people/,
      /^entities Ghost relationships sales hasMany: Unknown entity "Sales".* → Sale/,
      /^entities Person permissions 0 actions fields include: Field "nam" does not exist.* → name/,
      /^entities Person permissions 0 actions 1: The value is not one of the allowed values.* → read/,
      /^entities Person fields 1 alias: "the name" is not a valid GraphQL name/,
      /^entities Sale descripton: Unknown key "descripton".* → description/,
      /^entities Sale relationships buyer: There are several foreign keys.* → sales_buyer_id_fkey/,
      /^entities Sale relationships seller: There are several foreign keys.* → sales_seller_id_fkey/,
      /^entities Lost sorce: Unknown key "sorce".* → source/,
      /^entities Tag expose exclude: Column "lable" of "tags" does not exist.* → label/,
    ]);
    const [buyer] = problems.filter(({ path }) => path[3] === 'buyer');
    expect(buyer?.expected).toBe('"on": {"buyer_id":"id"}');
  });

  it('suggests a foreign key only if one fits best, and the reverse direction if that exists', async () => {
    const problems = await problemsOf({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: {
        Person: {
          source: 'people',
          permissions,
          relationships: {
            deals: { hasMany: 'Sale' },
            salesAsSellers: { hasMany: 'Sale' },
            sale: { belongsTo: 'Sale' },
            friends: { hasMany: 'Person', through: 'sales' },
          },
          expose: { exclude: ['full name'] },
        },
        Sale: { source: 'sales', permissions },
        Note: { source: 'notes', permissions, relationships: { noteTags: { belongsTo: 'NoteTag' } } },
        NoteTag: { source: 'note_tags', permissions },
      },
    });
    expectProblems(problems, [
      /^entities Person relationships deals: There are several foreign keys.* → undefined/,
      /^entities Person relationships salesAsSellers: There are several foreign keys.* → sales_seller_id_fkey/,
      /^entities Person relationships sale: There is no foreign key from "people" to "sales", only in the other direction: .* → hasMany/,
      /^entities Person relationships friends through: There are several foreign keys from "sales" to "people": .* with "sourceOn"/,
      /^entities Person relationships friends through: There are several foreign keys from "sales" to "people": .* with "targetOn"/,
      /^entities Note relationships noteTags: There is no foreign key .* → hasMany/,
    ]);
    const expected = (name: string) => problems.find(({ path }) => path[3] === name)?.expected;
    expect(expected('deals')).toBe('"on": {"id":"buyer_id"} or "on": {"id":"seller_id"}');
    expect(expected('salesAsSellers')).toBe('"on": {"id":"seller_id"}');
    expect(expected('friends')).toBe('"sourceOn": {"id":"buyer_id"} or "sourceOn": {"id":"seller_id"}');
  });

  it('reports problems found without a database, and that the database is unreachable', async () => {
    const problems = await problemsOf({
      'data-source': { 'database-type': 'postgresql', 'connection-string': 'postgres://u:p@127.0.0.1:1/none' },
      runtime: {
        rest: { path: '/api' },
        graphql: { path: '/api' },
        host: { host: '0.0.0.0', authentication: { provider: 'Simulator' } },
        pagination: { 'default-page-size': 50, 'max-page-size': 10 },
        limits: { dept: 3 },
      },
      entities: {
        Person: { source: 'people', permissions, relationships: { sales: { hasMany: 'Sales' } } },
        Sale: { source: 'sales', permissions, graphql: { type: 'Person' } },
        Note: { source: 'notes', permissions: [{ role: 'anonymous', actions: ['execute'] }] },
        Tag: { source: 'tags', permissions, fields: [{ name: 'label', alias: 'the label' }] },
        NoteTag: { source: 'note_tags', permissions: [...permissions, ...permissions] },
      },
    });
    expectProblems(problems, [
      /^runtime limits dept: Unknown key "dept".* → depth/,
      /^runtime graphql path: REST and GraphQL have the same path/,
      /^runtime host host: In production plain HTTP is only served on this machine/,
      /^runtime host authentication provider: The Simulator lets callers choose their role\. Set mode "development"/,
      /^runtime pagination default-page-size: The default page size exceeds the maximum/,
      /^entities Person relationships sales hasMany: Unknown entity "Sales".* → Sale/,
      /^entities Sale: Duplicate GraphQL type "Person": the entity "Person" has it, too\. /,
      /^entities Note permissions 0 actions 0: A table does not have the action "execute"/,
      /^entities Tag fields 0 alias: "the label" is not a valid GraphQL name.* → thelabel/,
      /^entities NoteTag permissions 1 actions 0: The role "anonymous" has read more than once/,
      /^data-source: The database is unreachable \(connect ECONNREFUSED 127.0.0.1:1\), so problems with it are not reported yet/,
    ]);
  });

  it('reports each problem found in the database, and closes all sessions', async () => {
    const problems = await problemsOf({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: {
        Ghost: { source: 'peple', permissions },
        Person: {
          source: 'people',
          permissions: [{ role: 'anonymous', actions: [{ action: 'read', fields: { include: ['id', 'nam'] } }] }],
        },
        Sale: {
          source: 'sales',
          permissions,
          fields: [{ name: 'totl', alias: 'amount' }],
          expose: { exclude: ['buyer'] },
          relationships: { person: { belongsTo: 'Person' }, total: { belongsTo: 'Person', on: { buyer_id: 'id' } } },
        },
        Note: {
          source: 'notes',
          permissions,
          relationships: {
            person: { belongsTo: 'Person' },
            writer: { belongsTo: 'Person', on: { person: 'id' } },
            tags: { hasMany: 'Tag', through: 'note_tags' },
            marks: {
              cardinality: 'many',
              'target.entity': 'Note',
              'linking.object': 'note_tags',
              'linking.source.fields': ['tag_id'],
              'target.fields': ['id'],
            },
          },
        },
        Tag: { source: 'tags', permissions },
      },
    });
    expectProblems(problems, [
      /^entities Ghost source: Table or view "peple" does not exist.* → people/,
      /^entities Person permissions 0 actions fields include: Field "nam" does not exist.* → name/,
      /^entities Sale fields: Column "totl" of "sales" does not exist.* → total/,
      /^entities Sale expose exclude: Column "buyer" of "sales" does not exist.* → buyer_id/,
      /^entities Sale relationships person: There are several foreign keys .*sales_buyer_id_fkey .*sales_seller_id_fkey/,
      /^entities Sale relationships total: The field "total" of "Sale" is already used by entities\.Sale\.fields\.total\. /,
      /^entities Note relationships person: There is no foreign key from "notes" to "people"/,
      /^entities Note relationships writer: Column "person" of "notes" does not exist.* → person_id/,
      /^entities Note relationships tags through: "note_tags" has no foreign key to "tags"/,
      /^entities Note relationships marks through: "note_tags" has no foreign key of "tag_id" to "notes"/,
    ]);
    const client = new Client({ connectionString: url });
    await client.connect();
    const others = `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    try {
      await expect.poll(async () => (await client.query(others)).rows).toEqual([]);
    } finally {
      await client.end();
    }
  });

  it('reports how to fix operations on views and tables without a key', async () => {
    const everything = ['create', 'read', 'update', 'delete'];
    const key = [{ name: 'id', 'primary-key': true }];
    const problems = await problemsOf({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: {
        Counted: { source: 'counted', permissions, operations: everything },
        Keyless: { source: 'keyless', permissions, operations: everything },
        Hidden: { source: 'tags', permissions, operations: ['delete'], expose: { exclude: ['id'] } },
        Name: { source: 'names', permissions, operations: everything, fields: key },
        Ruled: { source: 'ruled', permissions, operations: ['read', 'delete', 'update'] },
        Unkeyed: { source: 'names', permissions, operations: ['read', 'create'] },
      },
    });
    expectProblems(problems, [
      /^entities Counted operations: "counted" does not support "create": the database does not support insert on "counted"; simplify it, or add an INSTEAD OF INSERT trigger if the database supports them; or remove "create" from "operations"\. /,
      /^entities Counted operations: "counted" does not support "update": the database does not support update/,
      /^entities Counted operations: "counted" does not support "delete": the database does not support delete/,
      /^entities Keyless operations: "keyless" does not support "update": it has no key; set "primary-key": true/,
      /^entities Keyless operations: "keyless" does not support "delete": it has no key/,
      /^entities Ruled operations: "ruled" does not support "update": "ruled" has rules \(CREATE RULE\), which are not supported; replace them with triggers;/,
      /^entities Hidden operations: "tags" does not support "delete": its key has columns hidden by "expose": "id"/,
    ]);
  });
});
