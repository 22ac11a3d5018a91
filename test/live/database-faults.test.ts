import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';

const objects = `
  create table things (id int primary key, said text);
  create table codes (code varchar(3));
  create table unseen (said text unique);
  insert into unseen values ('salary of Ada: 5000');
  create function guard() returns trigger language plpgsql as $$ begin
    if new.said = 'missing' then perform * from no_such_table; end if;
    if new.said = 'zero' then perform 1 / (length(new.said) - 4); end if;
    if new.said = 'cast' then perform cast(reverse('enon') as int); end if;
    if new.said = 'long' then insert into codes values ('four'); end if;
    if new.said = 'range' then perform cast(70000 + new.id as smallint); end if;
    if new.said = 'late' then return new; end if;
    if new.said = 'twice' then insert into unseen values ('salary of Ada: 5000'); end if;
    if new.said = 'raise' then
      raise exception 'Out of stock' using errcode = 'SH001', detail = '2 are left.', hint = 'Order 2 at most.';
    end if;
    return new;
  end $$;
  create trigger guarding before insert on things for each row execute function guard();
  create function guard_end() returns trigger language plpgsql as $$ begin
    if new.said = 'late' then perform * from no_such_table; end if;
    return null;
  end $$;
  create constraint trigger guarding_end after insert on things deferrable initially deferred
    for each row execute function guard_end();
  create function ask_missing() returns int language plpgsql as 'begin return (select count(*) from no_such_table); end';
  create function fail_in_view() returns int language plpgsql stable as 'begin return ask_missing(); end';
  create view broken as select 1 as id, fail_in_view() as n;
  create procedure do_missing() language plpgsql as 'begin perform ask_missing(); end';
  create table locked (id int primary key);`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const routine = (object: string, operation: 'query' | 'mutation') => ({
  source: { object, type: 'stored-procedure' },
  graphql: { operation },
  permissions: [{ role: 'anonymous', actions: ['execute'] }],
});

const MISSING = { sqlState: '42P01', message: 'relation "no_such_table" does not exist' };
const create = (value: string) => `mutation { createThing(item: { id: 1, said: "${value}" }) { id } }`;

/** Each failure: its request, entity, code, database message, and failing function. */
const failures = [
  ['a trigger', create('missing'), 'Thing', 'ApplicationError', MISSING, 'guard()'],
  [
    'a division by zero in a trigger',
    create('zero'),
    'Thing',
    'ApplicationError',
    { sqlState: '22012', message: 'division by zero' },
    'guard()',
  ],
  [
    'a cast in a trigger',
    create('cast'),
    'Thing',
    'ApplicationError',
    { sqlState: '22P02', message: 'invalid input syntax for type integer: "none"' },
    'guard()',
  ],
  [
    'a value that is too long for another table, in a trigger',
    create('long'),
    'Thing',
    'ApplicationError',
    { sqlState: '22001', message: 'value too long for type character varying(3)' },
    'guard()',
  ],
  [
    'a number out of range in a trigger',
    create('range'),
    'Thing',
    'ApplicationError',
    { sqlState: '22003', message: 'smallint out of range' },
    'guard()',
  ],
  ['a deferred trigger', create('late'), 'Thing', 'ApplicationError', MISSING, 'guard_end()'],
  [
    'a trigger, by a rule of another table',
    create('twice'),
    'Thing',
    'Conflict',
    { sqlState: '23505', message: 'duplicate key value violates unique constraint "unseen_said_key"' },
    'guard()',
  ],
  ['a function', '{ executeAsk { result } }', 'Ask', 'ApplicationError', MISSING, 'ask_missing()'],
  [
    'a function run as a mutation',
    'mutation { executeAskAgain { result } }',
    'AskAgain',
    'ApplicationError',
    MISSING,
    'ask_missing()',
  ],
  ['a procedure', 'mutation { executeDo { __typename } }', 'Do', 'ApplicationError', MISSING, 'do_missing()'],
  ['a function in a view', '{ brokens { n } }', 'Broken', 'ApplicationError', MISSING, 'fail_in_view()'],
] as const;

describeOn('postgres', 'errors raised inside the database', () => {
  let url: string;
  let client: Client;
  const served = new Map<string, ServedRest>();

  const serveAs = async (name: string, host: object) => {
    const application = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      runtime: { host },
      entities: {
        Thing: { source: 'things', permissions },
        Locked: { source: 'locked', permissions },
        Broken: { source: { object: 'broken', type: 'view' }, permissions: [{ role: 'anonymous', actions: ['read'] }] },
        Ask: routine('ask_missing', 'query'),
        AskAgain: routine('ask_missing', 'mutation'),
        Do: routine('do_missing', 'mutation'),
      },
    });
    served.set(name, await serveRest(application));
  };

  beforeAll(async () => {
    url = await createDatabase('postgres', 'database_faults', []);
    client = new Client(url);
    await client.connect();
    await client.query(objects);
    await serveAs('production', {});
    await serveAs('detailed', { 'log-error-detail': true });
    await serveAs('development', { mode: 'development', authentication: { provider: 'Simulator' } });
  });
  afterAll(async () => {
    await Promise.all([...served.values()].map((rest) => rest.close()));
    await client.end();
  });

  /** Returns the only error of a response, and its log line. */
  const fail = async (name: string, query: string) => {
    const rest = served.get(name);
    if (rest === undefined) throw new Error(`No service runs as ${name}.`);
    rest.logged.length = 0;
    const { body } = await rest.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const [error] = body.errors as readonly [
      { message: string; extensions: { code: string; details?: Record<string, unknown> } },
    ];
    return { message: error.message, ...error.extensions, logged: rest.logged };
  };

  it.each(failures)(
    '%s: is logged, and in production only logged',
    async (_what, query, entity, code, message, name) => {
      const { logged, ...error } = await fail('production', query);
      expect(error.code).toBe(code);
      expect(JSON.stringify(error)).not.toMatch(/no_such_table|division by|42P01|Ada/);
      expect(logged).toEqual([
        expect.objectContaining({
          level: 40,
          code,
          entities: [entity],
          sqlState: message.sqlState,
          databaseMessage: message.message,
          context: expect.stringContaining(`function ${name} line`),
        }),
      ]);
      expect(JSON.stringify(logged)).not.toContain('Ada');
    },
  );

  it.each(failures)('%s: is reported in development, and logged', async (_what, query, entity, code, message, name) => {
    const { logged, ...error } = await fail('development', query);
    expect(error).toMatchObject({ code, message: expect.stringContaining(`Database error: ${message.message}`) });
    expect(error.details).toMatchObject({
      entity,
      sqlState: message.sqlState,
      context: expect.stringContaining(`function ${name} line`),
    });
    expect(logged).toEqual([expect.objectContaining({ entities: [entity], databaseMessage: message.message })]);
  });

  it('include row values in the log if configured, and in development', async () => {
    const detail = 'Key (said)=(salary of Ada: 5000) already exists.';
    const detailed = await fail('detailed', create('twice'));
    expect(detailed.logged).toEqual([expect.objectContaining({ detail })]);
    expect(JSON.stringify([detailed.message, detailed.details])).not.toContain('Ada');
    expect((await fail('development', create('twice'))).details).toMatchObject({
      detail,
      constraint: 'unseen_said_key',
    });
  });

  it('are reported in the same way over REST', async () => {
    const post = (name: string) =>
      served
        .get(name)
        ?.get(
          'Thing',
          {},
          { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":1,"said":"missing"}' },
        );
    expect((await post('development'))?.body.error).toMatchObject({
      code: 'ApplicationError',
      message: expect.stringContaining(MISSING.message),
      details: { entity: 'Thing', sqlState: '42P01' },
    });
    expect((await post('production'))?.body.error).toEqual({
      code: 'ApplicationError',
      status: 400,
      message: 'A view, function, trigger, or policy in the database failed. The service log has the reason.',
    });
  });

  it('raised on purpose are reported in full, and not logged', async () => {
    for (const name of ['production', 'development']) {
      const { logged, ...error } = await fail(name, create('raise'));
      expect(error).toEqual({
        message: 'Out of stock',
        code: 'ApplicationError',
        status: 400,
        details: { sqlState: 'SH001', detail: '2 are left.', hint: 'Order 2 at most.' },
      });
      expect(logged).toEqual([]);
    }
  });

  it('about missing privileges are logged, and reported in development', async () => {
    await client.query('revoke insert on locked from current_user');
    const query = 'mutation { createLocked(item: { id: 2 }) { id } }';
    const message = 'permission denied for table locked';
    const { logged, ...error } = await fail('production', query);
    expect(error).toEqual({ code: 'Forbidden', status: 403, message: 'The database denied permission.' });
    expect(logged).toEqual([
      expect.objectContaining({ entities: ['Locked'], sqlState: '42501', databaseMessage: message }),
    ]);
    expect((await fail('development', query)).message).toBe(
      `The database denied permission. Database error: ${message}`,
    );
  });
});
