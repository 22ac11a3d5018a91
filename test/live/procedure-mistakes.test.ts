import { fileURLToPath } from 'node:url';
import { createConnection } from 'mysql2/promise';
import { beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError, type Problem } from '../../src/base/problem.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';

const sql = fileURLToPath(new URL('fixtures/routines.postgres.sql', import.meta.url));

const permissions = [{ role: 'anonymous', actions: ['execute'] }];
const run = (object: string, source: object = {}, more: object = {}) => ({
  source: { object, type: 'stored-procedure', ...source },
  permissions,
  ...more,
});
const asQuery = { graphql: { operation: 'query' } };

/** Returns the path, message, and suggestion of each problem; empty if the service starts. */
async function problemsOf(source: object, entities: object): Promise<readonly string[]> {
  const reported: Problem[] = [];
  try {
    await (await bootFile({ 'data-source': source, entities }, (problem) => reported.push(problem))).close();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    reported.push(...error.problems);
  }
  return reported.map(
    ({ path, severity, message, suggestion }) =>
      `${severity} ${path.join(' ')}: ${message}${suggestion === undefined ? '' : ` → ${suggestion}`}`,
  );
}

describe('configuration errors of PostgreSQL functions and procedures', () => {
  let url: string;
  const problemsWith = (entities: object) =>
    problemsOf({ 'database-type': 'postgresql', 'connection-string': url }, entities);

  beforeAll(async () => {
    url = await createDatabase('postgres', 'procedure_mistakes', [sql]);
  });

  const cases: readonly (readonly [entities: object, ...lines: string[]])[] = [
    [{ A: run('ad') }, 'error entities A source: Function or procedure "ad" does not exist. → add'],
    [
      { A: run('elsewhere.near') },
      'error entities A source: Function or procedure "elsewhere.near" does not exist. → elsewhere.far',
    ],
    [{ A: run('items') }, 'error entities A source: "items" is a table. Set the source type to "table".'],
    [
      { A: run('over') },
      'error entities A source parameters: There are 2 routines "over": over(a int4), over(a text, b text). List all parameters of one routine, or rename a routine.',
    ],
    [{ A: run('over', { parameters: [{ name: 'a' }] }) }],
    [{ A: run('over', { parameters: [{ name: 'b' }] }) }],
    [
      { A: run('over', { parameters: [{ name: 'c' }] }) },
      'error entities A source parameters: There are 2 routines "over": over(a int4), over(a text, b text). List all parameters of one routine, or rename a routine.',
    ],
    [
      { A: run('vague', { parameters: [{ name: 'a' }, { name: 'b' }] }) },
      'error entities A source parameters: Calls of vague(a int4, b int4) and vague(a int4) are ambiguous, because parameters are optional. Set "required": true on them, or rename one of the routines.',
    ],
    [
      { A: run('vague', { parameters: [{ name: 'a' }] }) },
      'error entities A source parameters: Calls of vague(a int4) and vague(a int4, b int4) are ambiguous, because parameters are optional. Set "required": true on them, or rename one of the routines.',
    ],
    [{ A: run('vague', { parameters: [{ name: 'a' }, { name: 'b', required: true }] }) }],
    [{ A: run('vague', { parameters: { a: 1, b: 2 } }) }],
    [
      { A: run('twins', { parameters: [{ name: 'a' }] }) },
      'error entities A source parameters: There are 2 routines "twins": twins(a int4), twins(a text). List all parameters of one routine, or rename a routine.',
    ],
    [
      { A: run('any_record') },
      'error entities A source: "any_record" is not supported: it returns a "record" without declared columns; declare them with RETURNS TABLE (…) or OUT parameters.',
    ],
    [
      { A: run('any_element') },
      'error entities A source: "any_element" is not supported: "a" has the pseudo-type anyelement.',
    ],
    [
      { A: run('without_names') },
      'error entities A source: "without_names" is not supported: it has a parameter without a name; name all parameters.',
    ],
    [
      { A: run('on_change') },
      'error entities A source: "on_change" is not supported: it returns the pseudo-type trigger.',
    ],
    [
      { A: run('odd_name') },
      'error entities A source parameters: The name of the parameter "a b" is invalid in GraphQL. Rename it in the database.',
    ],
    [
      { A: run('add', { parameters: [{ name: 'c' }] }) },
      'error entities A source parameters: Parameter "c" of "add" does not exist. → a',
    ],
    [
      { A: run('add', { parameters: { a: 'one' } }) },
      'error entities A source parameters: Invalid default of the parameter "a": Int must be an integer from -2147483648 to 2147483647, found "one".',
    ],
    [
      { A: run('items_of', { parameters: { mood: 'MEH' } }) },
      'error entities A source parameters: Invalid default of the parameter "mood": must be one of SAD, OK, HAPPY.',
    ],
    [
      { A: run('flags', { parameters: { list: true } }) },
      'error entities A source parameters: Invalid default of the parameter "list": A list cannot have a default in the configuration. Declare it in the database.',
    ],
    [
      { A: run('given_json', { parameters: { doc: '{' } }) },
      expect.stringContaining(
        'error entities A source parameters: Invalid default of the parameter "doc": ',
      ) as unknown as string,
    ],
    [
      { A: run('note', {}, asQuery) },
      'error entities A graphql operation: "note" is a procedure, which a query cannot run. Expose it as a mutation, with POST, or write a read-only function.',
    ],
    [
      { A: run('note', {}, { rest: { methods: ['get', 'post'] } }) },
      'error entities A rest methods: "note" is a procedure, which GET cannot run. Expose it as a mutation, with POST, or write a read-only function.',
    ],
    [{ A: run('note', {}, { rest: { enabled: false, methods: ['get'] } }) }],
    [
      { A: run('write_log', {}, asQuery) },
      expect.stringContaining(
        'warning entities A graphql operation: "write_log" is run by a query, but is not declared read-only',
      ) as unknown as string,
    ],
    [
      { A: run('write_log', {}, { rest: { methods: ['get'] } }) },
      expect.stringContaining(
        'warning entities A rest methods: "write_log" is run by GET, but is not declared read-only',
      ) as unknown as string,
    ],
    [
      { A: run('priced', {}, { expose: { exclude: ['item_name', 'price'] } }) },
      'error entities A expose: The result has no exposed columns. Expose at least one.',
    ],
    [
      { A: run('priced', {}, { expose: { exclude: ['name'] } }) },
      'error entities A expose exclude: Column "name" of "priced" does not exist.',
    ],
    [{ A: run('add', {}, { graphql: { type: 'B' } }), B: run('total', {}, { graphql: { type: 'C' } }) }],
    [
      {
        Item: {
          source: 'items',
          permissions: [{ role: 'anonymous', actions: ['create', 'read'] }],
          graphql: { type: { singular: 'Add', plural: 'AddsOf' } },
        },
        Other: run('add', {}, { graphql: { type: 'AddConnection' } }),
      },
      'warning entities Other: Types of the entity "Other" do not have their default names: "AddConnection" is named "AddConnection_", because the entity "Item" has a type of that name. To choose the names, set "graphql.type" of "Other" or "Item".',
    ],
    [
      { A: run('pairs_out') },
      'note entities A fields: "p" is read as text, because its type has no GraphQL scalar: "public"."pair".',
    ],
  ];

  it.each(cases.map(([entities, ...lines]) => ({ entities, lines })))('$entities', async ({ entities, lines }) => {
    expect(await problemsWith(entities)).toEqual(lines);
  });

  it('a function that the login may not run', async () => {
    const message = (name: string) =>
      `error entities A source: The database user may not run "${name}". Grant EXECUTE, or remove the entity.`;
    expect(await problemsWith({ A: run('hidden') })).toEqual([message('hidden')]);
    expect(await problemsWith({ A: run('shut.away') })).toEqual([message('shut.away')]);
  });
});

describeOn('mariadb', 'MariaDB', () => {
  let url: string;

  beforeAll(async () => {
    url = await createDatabase('mariadb', 'procedure_mistakes', []);
  });

  it('reports a missing routine, and one that cannot be a query', async () => {
    const session = await createConnection(url);
    await session.query('create procedure refill(n int) do 0');
    await session.end();
    const source = { 'database-type': 'mariadb', 'connection-string': url };
    const asQuery = { ...run('refill'), graphql: { operation: 'query' } };
    expect(await problemsOf(source, { A: run('refil') })).toEqual([expect.stringContaining('refill')]);
    expect(await problemsOf(source, { A: asQuery })).toEqual([
      expect.stringContaining('Declare the procedure READS SQL DATA'),
    ]);
  });
});
