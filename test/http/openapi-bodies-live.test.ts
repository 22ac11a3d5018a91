import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createJudge, fetchDocument, type OpenApiDocument } from './support/openapi-document.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const ddl = `
  create table logs (message varchar(50) not null, level int not null default 1);
  create table codes (code varchar(50) primary key, owner varchar(50) not null);
  create function fill_code() returns trigger language plpgsql as $$ begin new.code := upper(new.owner); return new; end $$;
  create trigger fill_code before insert on codes for each row execute function fill_code();
  create table notes (id int primary key, owner varchar(50) not null);`;

const policy = { database: "@item.owner eq 'clerk'" };
const editor = { role: 'editor', actions: ['create', 'read', 'update', 'delete'] };
const writer = { role: 'writer', actions: ['create', 'update'] };
const clerk = { role: 'clerk', actions: ['create', 'update', { action: 'read', policy }] };
const updater = { role: 'updater', actions: ['update'] };
const entities = {
  Log: { source: 'logs', permissions: [editor, { role: 'writer', actions: ['create'] }] },
  Code: { source: 'codes', permissions: [editor, writer] },
  Note: { source: 'notes', permissions: [editor, writer, clerk] },
  Sink: { source: 'notes', permissions: [writer] },
  Feed: { source: 'notes', permissions: [{ role: 'editor', actions: ['create', 'read'] }, updater] },
};

type Bodies = 'always' | 'sometimes' | 'never' | undefined;

/** Returns whether responses have a body according to the document: always, sometimes, or never. */
function bodiesOf(document: OpenApiDocument, path: string, method: string, status: number): Bodies {
  const response = document.paths[path]?.[method]?.responses[status];
  if (response === undefined) return undefined;
  if (response.content === undefined) return 'never';
  return response.description?.includes('Without a body') ? 'sometimes' : 'always';
}

describe.each([
  ['by default', {}],
  ['with compatibility "dab"', { compatibility: 'dab' }],
])('response bodies of writes, %s', (_name, runtime) => {
  const isDab = 'compatibility' in runtime;
  let served: ServedTables;
  beforeAll(async () => {
    served = await serveTables(isDab ? 'openapi_bodies_dab' : 'openapi_bodies', ddl, entities, { runtime });
  });
  afterAll(() => served.close());

  const documentOf = (role?: string) =>
    fetchDocument(served.origin, `/api/openapi.json${role === undefined ? '' : `?role=${role}`}`);
  const send = async (request: string, body: object, role: string) => {
    const [method = '', path = ''] = request.split(' ');
    const answer = await fetch(`${served.origin}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-role': role },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };

  const readsNoKeyless = ['mysql', 'sqlserver'].includes(inject('server'));
  const readsNoTriggerKey = inject('server') === 'mysql';
  /** Role, path, request, status, and whether the document of the role promises a body without `compatibility`. */
  const cases: readonly (readonly [role: string, path: string, request: string, item: object, number, Bodies])[] = [
    ['editor', '/Log', 'POST Log', { message: 'a' }, 201, readsNoKeyless ? 'never' : 'always'],
    ['writer', '/Log', 'POST Log', { message: 'a' }, 201, 'never'],
    ['editor', '/Code', 'POST Code', { owner: 'a' }, 201, readsNoTriggerKey ? 'never' : 'always'],
    ['writer', '/Code', 'POST Code', { owner: 'b' }, 201, 'never'],
    ['editor', '/Note', 'POST Note', { id: 1, owner: 'a' }, 201, 'always'],
    ['writer', '/Note', 'POST Note', { id: 2, owner: 'a' }, 201, 'never'],
    ['clerk', '/Note', 'POST Note', { id: 3, owner: 'boss' }, 201, 'sometimes'],
    ['clerk', '/Note', 'POST Note', { id: 4, owner: 'clerk' }, 201, 'sometimes'],
    ['editor', '/Note/{id}', 'PUT Note/5', { owner: 'a' }, 201, 'always'],
    ['writer', '/Note/{id}', 'PUT Note/6', { owner: 'a' }, 201, 'never'],
    ['clerk', '/Note/{id}', 'PUT Note/7', { owner: 'clerk' }, 201, 'sometimes'],
    ['editor', '/Note/{id}', 'PUT Note/5', { owner: 'b' }, 200, 'always'],
    ['editor', '/Note/{id}', 'PATCH Note/5', { owner: 'c' }, 200, 'always'],
    ['writer', '/Note/{id}', 'PUT Note/6', { owner: 'b' }, isDab ? 200 : 204, 'never'],
    ['writer', '/Note/{id}', 'PATCH Note/6', { owner: 'c' }, isDab ? 200 : 204, 'never'],
    ['clerk', '/Note/{id}', 'PATCH Note/4', { owner: 'clerk' }, 200, 'always'],
    ['clerk', '/Note/{id}', 'PATCH Note/4', { owner: 'boss' }, isDab ? 200 : 204, 'never'],
    ['writer', '/Sink', 'POST Sink', { id: 20, owner: 'a' }, 201, 'never'],
    ['updater', '/Feed/{id}', 'PATCH Feed/20', { owner: 'b' }, isDab ? 200 : 204, 'never'],
  ];

  it.each(cases)(
    'match the document of the role %s for %s: %s %j is %i with a body: %s',
    async (role, path, request, item, status, bodies) => {
      const document = await documentOf(role);
      const answer = await send(request, item, role);
      expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
      const method = request.split(' ')[0]?.toLowerCase() ?? '';
      if (isDab) {
        // The envelope is always present; the document specifies whether it is always empty.
        expect(createJudge(document)(path, status, answer.text, method)).toBe('');
        const full = JSON.stringify({ value: [{}] });
        const judged = createJudge(document)(path, status, full, method);
        if (bodies === 'never' && role !== 'clerk') expect(judged).toContain('must NOT have more than 0 items');
        else expect(judged).not.toContain('items');
        return;
      }
      expect(bodiesOf(document, path, method, status)).toBe(bodies);
      if (answer.text !== '') expect(createJudge(document)(path, status, answer.text, method)).toBe('');
      if (bodies !== 'sometimes') expect(answer.text !== '').toBe(bodies === 'always');
    },
  );

  it('are described for all roles by the roles that may make the write', async () => {
    if (isDab) return;
    const document = await documentOf();
    const of = (path: string, method: string) =>
      [200, 201, 204].map((status) => bodiesOf(document, path, method, status) ?? '-').join(' ');
    expect(of('/Note', 'post')).toBe('- sometimes -');
    expect(of('/Note/{id}', 'put')).toBe('always sometimes never');
    expect(of('/Sink', 'post')).toBe('- never -');
    expect(of('/Sink/{id}', 'patch')).toBe('- - never');
    // No role that may update the entity can read it.
    expect(of('/Feed/{id}', 'patch')).toBe('- - never');
    expect(of('/Feed', 'post')).toBe('- always -');
  });

  it('are absent for an array if no new row can be read, and an empty envelope with compatibility', async () => {
    const bodies = await Promise.all([
      send('POST Log', [{ message: 'x' }], 'editor'),
      send('POST Code', [{ owner: 'x' }], 'editor'),
    ]);
    const none = isDab ? '{"value":[]}' : '';
    const [log = '', code = ''] = bodies.map(({ text }) => text);
    expect([log === none, code === none]).toEqual([readsNoKeyless, readsNoTriggerKey]);
  });
});
