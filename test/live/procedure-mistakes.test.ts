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

/** Path, message, and suggestion of each problem; empty if the service starts. */
async function problemsOf(source: object, entities: object): Promise<readonly string[]> {
  const told: Problem[] = [];
  try {
    await (await bootFile({ 'data-source': source, entities }, (problem) => told.push(problem))).close();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    told.push(...error.problems);
  }
  return told.map(
    ({ path, severity, message, suggestion }) =>
      `${severity} ${path.join(' ')}: ${message}${suggestion === undefined ? '' : ` → ${suggestion}`}`,
  );
}

describe('configuration errors of PostgreSQL functions and procedures', () => {
  let url: string;
  const told = (entities: object) => problemsOf({ 'database-type': 'postgresql', 'connection-string': url }, entities);

  beforeAll(async () => {
    url = await createDatabase('postgres', 'procedure_mistakes', [sql]);
  });

  const cases: readonly (readonly [entities: object, ...lines: string[]])[] = [
    [{ A: run('ad') }, 'error entities A source: Function or procedure "ad" does not exist. → add'],
    [
      { A: run('elsewhere.near') },
      'error entities A source: Function or procedure "elsewhere.near" does not exist. → elsewhere.far',
    ],
    [{ A: run('items') }, 'error entities A source: "items" is a table; give the source the type "table".'],
    [
      { A: run('over') },
      'error entities A source parameters: There are 2 routines "over": over(a int4), over(a text, b text). List all parameters of the one that is meant, or rename it.',
    ],
    [{ A: run('over', { parameters: [{ name: 'a' }] }) }],
    [{ A: run('over', { parameters: [{ name: 'b' }] }) }],
    [
      { A: run('over', { parameters: [{ name: 'c' }] }) },
      'error entities A source parameters: There are 2 routines "over": over(a int4), over(a text, b text). List all parameters of the one that is meant, or rename it.',
    ],
    [
      { A: run('vague', { parameters: [{ name: 'a' }, { name: 'b' }] }) },
      'error entities A source parameters: The database cannot tell a call of vague(a int4, b int4) from one of vague(a int4), as parameters may be left out; make them required ("required": true), or rename one.',
    ],
    [
      { A: run('vague', { parameters: [{ name: 'a' }] }) },
      'error entities A source parameters: The database cannot tell a call of vague(a int4) from one of vague(a int4, b int4), as parameters may be left out; make them required ("required": true), or rename one.',
    ],
    [{ A: run('vague', { parameters: [{ name: 'a' }, { name: 'b', required: true }] }) }],
    [{ A: run('vague', { parameters: { a: 1, b: 2 } }) }],
    [
      { A: run('twins', { parameters: [{ name: 'a' }] }) },
      'error entities A source parameters: There are 2 routines "twins": twins(a int4), twins(a text). List all parameters of the one that is meant, or rename it.',
    ],
    [
      { A: run('any_record') },
      'error entities A source: "any_record" cannot be served: it returns a "record" of which nobody says the columns; declare it with RETURNS TABLE (…) or OUT parameters.',
    ],
    [
      { A: run('any_element') },
      'error entities A source: "any_element" cannot be served: "a" is of the type anyelement, which stands for no one type.',
    ],
    [
      { A: run('without_names') },
      'error entities A source: "without_names" cannot be served: it has a parameter without a name; name all of them, so that callers can.',
    ],
    [
      { A: run('on_change') },
      'error entities A source: "on_change" cannot be served: it returns the type trigger, which stands for no one type.',
    ],
    [
      { A: run('odd_name') },
      'error entities A source parameters: The parameter "a b" has no name that GraphQL allows; rename it in the database.',
    ],
    [
      { A: run('add', { parameters: [{ name: 'c' }] }) },
      'error entities A source parameters: Parameter "c" of "add" does not exist. → a',
    ],
    [
      { A: run('add', { parameters: { a: 'one' } }) },
      'error entities A source parameters: The default of the parameter "a" does not fit its type: Int must be an integer from -2147483648 to 2147483647, found: "one".',
    ],
    [
      { A: run('items_of', { parameters: { mood: 'MEH' } }) },
      'error entities A source parameters: The default of the parameter "mood" does not fit its type: It must be one of SAD, OK, HAPPY.',
    ],
    [
      { A: run('flags', { parameters: { list: true } }) },
      'error entities A source parameters: The default of the parameter "list" does not fit its type: A list has no default in the configuration; declare it in the database.',
    ],
    [
      { A: run('given_json', { parameters: { doc: '{' } }) },
      expect.stringContaining(
        'error entities A source parameters: The default of the parameter "doc" does not fit its type: ',
      ) as unknown as string,
    ],
    [
      { A: run('note', {}, asQuery) },
      'error entities A graphql operation: "note" is a procedure, which a query cannot run: offer it as a mutation, by POST, or write a function that only reads.',
    ],
    [
      { A: run('note', {}, { rest: { methods: ['get', 'post'] } }) },
      'error entities A rest methods: "note" is a procedure, which GET cannot run: offer it as a mutation, by POST, or write a function that only reads.',
    ],
    [{ A: run('note', {}, { rest: { enabled: false, methods: ['get'] } }) }],
    [
      { A: run('write_log', {}, asQuery) },
      expect.stringContaining(
        'warning entities A graphql operation: "write_log" is run by a query, and may change data',
      ) as unknown as string,
    ],
    [
      { A: run('write_log', {}, { rest: { methods: ['get'] } }) },
      expect.stringContaining(
        'warning entities A rest methods: "write_log" is run by GET, and may change data',
      ) as unknown as string,
    ],
    [
      { A: run('priced', {}, { expose: { exclude: ['item_name', 'price'] } }) },
      'error entities A expose: Nothing is left of what comes back; expose a column.',
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
      'warning entities Other: Types of the entity "Other" have other names than usual: "AddConnection" is called "AddConnection_", because the entity "Item" has a type of that name. To choose the names, set "graphql.type" of "Other" or "Item".',
    ],
    [
      { A: run('pairs_out') },
      'note entities A fields: "p" is read as text, because its type has no GraphQL scalar: "public"."pair".',
    ],
  ];

  it.each(cases.map(([entities, ...lines]) => ({ entities, lines })))('$entities', async ({ entities, lines }) => {
    expect(await told(entities)).toEqual(lines);
  });

  it('a function that the login may not run', async () => {
    const message = (name: string) =>
      `error entities A source: The database user of the connection may not run "${name}"; grant it EXECUTE, or leave the entity out.`;
    expect(await told({ A: run('hidden') })).toEqual([message('hidden')]);
    expect(await told({ A: run('shut.away') })).toEqual([message('shut.away')]);
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
      expect.stringContaining('declare the procedure READS SQL DATA'),
    ]);
  });
});
