import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { appService, asPrincipal } from '../http/support/principal-header.ts';
import { Random } from '../oracle/generate/random.ts';
import { describeOn } from '../support/servers.ts';
import { isBabelfish, type ServedSqlserver, serveOnSqlserver } from './sqlserver-support.ts';

const SUB = "cast(session_context(N'sub') as nvarchar(100))";
const TEAM = "cast(session_context(N'team') as nvarchar(100))";
const ROLES = "cast(session_context(N'roles') as nvarchar(100))";

const ddl = `
  create table diaries (id int identity primary key, writer nvarchar(100) not null, line nvarchar(100) not null);
  insert into diaries (writer, line) values (N'ada', N'one'), (N'bob', N'two'), (N'ada', N'three'), (N'cid', N'four');
go
  create view my_diaries as select id, writer, line from diaries where writer = ${SUB};
go
  create view who as select 1 as id, ${SUB} as sub, ${TEAM} as team, ${ROLES} as roles;
go
  create view wrecks as select id, 1 / (id - id) as broken, ${SUB} as sub from diaries;
go
  create table notes (id int primary key, line nvarchar(100), writer nvarchar(100) default ${SUB}, stamp nvarchar(100));
go
  create trigger stamp on notes after insert, update as
    update n set stamp = concat(${SUB}, N'/', ${ROLES}) from notes as n join inserted as i on i.id = n.id where n.stamp is null;
go
  create procedure tell as select ${SUB} as sub;
go
  create procedure fail as begin
    declare @sub nvarchar(200) = concat(N'not for ', ${SUB});
    throw 50001, @sub, 1;
  end;
go
  create procedure pretend as exec sp_set_session_context N'sub', N'somebody';
`;

const anonymousPermissions = (...actions: readonly string[]) => [
  { role: 'anonymous', actions },
  { role: 'clerk', actions },
];

const view = (object: string) => ({
  source: { object, type: 'view', 'key-fields': ['id'] },
  permissions: anonymousPermissions('read'),
});

const procedure = (object: string, more: object = {}) => ({
  source: { object, type: 'stored-procedure', ...more },
  permissions: anonymousPermissions('execute'),
});

const content = (sessionContext: boolean) => ({
  'data-source': { options: { 'set-session-context': sessionContext }, pool: { max: 2 } },
  runtime: { host: { mode: 'development', authentication: { provider: 'AppService' } } },
  entities: {
    Diary: { ...view('my_diaries'), graphql: { type: { singular: 'diary', plural: 'diaries' } } },
    Who: { ...view('who'), graphql: { type: { singular: 'who', plural: 'whos' } } },
    Wreck: view('wrecks'),
    Note: { source: 'notes', permissions: anonymousPermissions('*') },
    Tell: procedure('tell', { 'result-columns': [{ name: 'sub', type: 'nvarchar(100)' }] }),
    Fail: procedure('fail'),
    Pretend: procedure('pretend'),
  },
});

interface Person {
  readonly sub: string | null;
  readonly team: string | null;
  readonly roles: string | null;
}

const people: readonly Person[] = [
  { sub: 'ada', team: 'red', roles: 'clerk' },
  { sub: 'bob', team: null, roles: 'clerk' },
  { sub: null, team: null, roles: null },
];

const [ada, bob, nobody] = people as readonly [Person, Person, Person];

const lines: Readonly<Record<string, readonly string[]>> = { ada: ['one', 'three'], bob: ['two'] };

/** Headers that identify a caller as the platform does. */
const headersOf = ({ sub, team }: Person): Readonly<Record<string, string>> => {
  if (sub === null) return {};
  const claims = [
    ['sub', sub] as const,
    ...(team === null ? [] : [['team', team] as const]),
    ['roles', 'clerk'] as const,
  ];
  return { ...asPrincipal(appService(claims)), 'x-api-role': 'clerk' };
};

const CONTEXT_QUERY = '{ whos { sub team roles } diaries { writer line } }';

const visibleTo = (person: Person) => ({
  whos: [person],
  diaries: (lines[person.sub ?? ''] ?? []).map((line) => ({ writer: person.sub, line })),
});

describeOn('sqlserver', 'the session context of SQL Server', () => {
  let served: ServedSqlserver;
  beforeAll(async () => {
    served = await serveOnSqlserver('session_context', ddl, content(true));
  });
  afterAll(() => served.close());

  const run = (query: string, person: Person) => served.graphql(query, headersOf(person));

  /** Queries both sessions of the pool more than once. */
  const expectNoContext = async (): Promise<void> => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => run(CONTEXT_QUERY, nobody)));
    expect(answers).toEqual(answers.map(() => ({ data: visibleTo(nobody) })));
    expect(await run('mutation { executeTell { sub } }', nobody)).toEqual({ data: { executeTell: [{ sub: null }] } });
  };

  it('is that of the caller, under concurrency', async () => {
    const random = new Random(1);
    const callers = random.times(200, () => random.pick(people));
    const answers = await Promise.all(callers.map((person) => run(CONTEXT_QUERY, person)));
    expect(answers).toEqual(callers.map((person) => ({ data: visibleTo(person) })));
    await expectNoContext();
  });

  it('is set over REST', async () => {
    const read = async (person: Person) =>
      (await served.rest.get('Who', { $select: 'sub,team' }, { role: '', headers: headersOf(person) })).body.value;
    expect(await read(ada)).toEqual([{ sub: 'ada', team: 'red' }]);
    expect(await read(bob)).toEqual([{ sub: 'bob', team: null }]);
    expect(await read(nobody)).toEqual([{ sub: null, team: null }]);
  });

  it('is visible to defaults, triggers, and procedures of a change, and to no other change', async () => {
    const write = (id: number) =>
      `mutation { createNote(item: { id: ${id}, line: "x" }) { writer stamp } executeTell { sub } }`;
    const callers = Array.from({ length: 24 }, (_, id) => ({ id, person: people[id % 3] ?? nobody }));
    const answers = await Promise.all(callers.map(({ id, person }) => run(write(id), person)));
    expect(answers).toEqual(
      callers.map(({ person: { sub, roles } }) => ({
        data: {
          createNote: { writer: sub, stamp: `${sub ?? ''}/${roles ?? ''}` },
          executeTell: [{ sub }],
        },
      })),
    );
    await expectNoContext();
  });

  it.each([
    ['a read', '{ wrecks { broken } }', 'ApplicationError'],
    [
      'a change',
      'mutation { a: createNote(item: { id: 900 }) { id } b: createNote(item: { id: 900 }) { id } }',
      'Conflict',
    ],
    ['a change without a matching row', 'mutation { updateNote(id: 901, item: { line: "y" }) { id } }', 'ItemNotFound'],
    ['a procedure', 'mutation { executeFail { __typename } }', 'ApplicationError'],
  ])('is cleared after %s fails', async (_, document, code) => {
    for (let turn = 0; turn < 3; turn += 1) {
      const { errors } = await run(document, ada);
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual([code]);
      await expectNoContext();
      expect(await run(CONTEXT_QUERY, bob)).toEqual({ data: visibleTo(bob) });
    }
  });

  it('does not leak from a procedure', async (context) => {
    if (isBabelfish()) context.skip('Babelfish keeps the context of a session that is reset');
    for (const person of [ada, nobody]) {
      expect(await run('mutation { executePretend { __typename } }', person)).toEqual({ data: { executePretend: [] } });
      await expectNoContext();
    }
  });

  it('is used by row-level security of the server', async (context) => {
    if (isBabelfish()) context.skip('Babelfish has no security policies');
    await served.session.run(`
      create function own_notes(@writer nvarchar(100)) returns table with schemabinding as return select 1 as visible where @writer = ${SUB};
go
      create security policy own_notes_policy add filter predicate dbo.own_notes(writer) on dbo.notes,
        add block predicate dbo.own_notes(writer) on dbo.notes after insert with (state = on);
go`);
    expect(await run('mutation { createNote(item: { id: 700, writer: "ada" }) { id } }', ada)).toEqual({
      data: { createNote: { id: 700 } },
    });
    const { errors } = await run('mutation { createNote(item: { id: 701, writer: "ada" }) { id } }', bob);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['Forbidden']);
    const read = '{ note_by_pk(id: 700) { writer } }';
    expect(await run(read, ada)).toEqual({ data: { note_by_pk: { writer: 'ada' } } });
    expect(await run(read, bob)).toEqual({ data: { note_by_pk: null } });
    expect(await run(read, nobody)).toEqual({ data: { note_by_pk: null } });
    await served.session.run('drop security policy own_notes_policy');
  });
});

describeOn('sqlserver', 'without set-session-context', () => {
  test('is not set', async () => {
    const served = await serveOnSqlserver('no_session_context', ddl, content(false));
    try {
      expect(await served.graphql(CONTEXT_QUERY, headersOf(ada))).toEqual({ data: visibleTo(nobody) });
    } finally {
      await served.close();
    }
  });
});
