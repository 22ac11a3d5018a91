import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveClub } from './support/serve-club.ts';

let club: Awaited<ReturnType<typeof serveClub>>;

beforeAll(async () => {
  club = await serveClub('mutations_permissions');
});
beforeEach(() => club.reset());
afterAll(() => club.close());

const mutations = async (): Promise<readonly string[]> => {
  const { __schema } = (await club.data('{ __schema { mutationType { fields { name } } } }')) as {
    __schema: { mutationType: { fields: { name: string }[] } };
  };
  return __schema.mutationType.fields.map(({ name }) => name);
};
const inputOf = async (name: string): Promise<readonly string[] | undefined> => {
  const { __type } = (await club.data(`{ __type(name: "${name}") { inputFields { name } } }`)) as {
    __type: { inputFields: { name: string }[] } | null;
  };
  return __type?.inputFields.map((field) => field.name);
};

describe('the schema', () => {
  it('has the mutations that are enabled, permitted to a role, and supported by the source', async () => {
    const offered = await mutations();
    const of = (type: string) => offered.filter((name) => new RegExp(`^[a-z]+${type}s?$`).test(name));
    expect(of('Frozen')).toEqual(['createFrozen', 'createFrozens', 'replaceFrozen']);
    expect(of('FreeClub')).toEqual([]);
    expect(of('OpenClub')).toEqual([
      'createOpenClub',
      'createOpenClubs',
      'updateOpenClub',
      'updateOpenClubs',
      'replaceOpenClub',
      'deleteOpenClub',
      'deleteOpenClubs',
    ]);
    expect(of('HiddenKey')).toEqual(['createHiddenKey', 'createHiddenKeys']);
    expect(of('Award')).toHaveLength(7);
  });

  it('has neither hidden fields nor nested inputs that need them', async () => {
    expect(await inputOf('CreateClubInput')).toEqual(['id', 'name', 'fee', 'parent_id', 'members', 'parent']);
    expect(await inputOf('CreateVisitInput')).toEqual(['note']);
    expect(await inputOf('UpdateVisitInput')).toEqual(['note']);
    expect(await inputOf('CreateHiddenKeyInput')).toEqual(['code']);
    const { code } = await club.error(
      'mutation { createClub(item: { id: 9, name: "x", visits: [{ note: "v" }] }) { id } }',
      { role: 'admin' },
    );
    expect(code).toBe('InvalidField');
  });

  it('has a type with one placeholder field for an entity without readers', async () => {
    const { __type } = await club.data('{ __type(name: "Audit") { fields { name } } }');
    expect(__type).toEqual({ fields: [{ name: '_empty' }] });
    expect(
      await club.data(
        `mutation { a: createAudit(item: { what: "x" }) { _empty } b: createAudits(items: [{ what: "y" }, { what: "z" }]) { affected items { _empty } }
          c: updateAudit(id: 1, item: { what: "w" }) { __typename } d: deleteAudit(id: 2) { _empty } e: updateAudits(item: { what: "all" }, all: true) { affected }
          f: deleteAudit(id: 77) { _empty } }`,
        { role: 'admin' },
      ),
    ).toEqual({ a: null, b: { affected: 2, items: null }, c: null, d: null, e: { affected: 2 }, f: null });
    expect(await club.sql('select what from audit')).toEqual([{ what: 'all' }, { what: 'all' }]);
    const all = await club.error('mutation { updateAudits(item: { what: "x" }) { affected } }', { role: 'admin' });
    expect([all.code, all.message]).toEqual(['BadRequest', expect.stringContaining('"all: true"')]);
  });
});

describe('the permissions of a role', () => {
  it.each([
    ['anonymous', 'createClub(item: { id: 9, name: "x" }) { id }'],
    ['nobody', 'updateClub(id: 1, item: { name: "x" }) { id }'],
    ['nobody', 'deleteClub(id: 1) { id }'],
    ['clerk', 'deleteMember(id: 2) { id }'],
    ['clerk', 'deleteMembers(filter: {}, all: true) { affected }'],
    ['maker', 'updateClub(id: 1, item: { name: "x" }) { id }'],
    ['maker', 'deleteClubs(filter: {}, all: true) { affected }'],
    ['changer', 'createClub(item: { id: 9, name: "x" }) { id }'],
    ['changer', 'createClubs(items: []) { affected }'],
    ['clerk', 'updateAudit(id: 1, item: { what: "x" }) { _empty }'],
    // An explicit entry for a role replaces the inherited one.
    ['giver', 'createMember(item: { club_id: 1, name: "x" }) { id }'],
  ])('reject a forbidden action of %s: %s', async (role, write) => {
    const { status, code, message } = await club.error(`mutation { ${write} }`, { role });
    expect([status, code]).toEqual([400, 'Forbidden']);
    expect(message).toContain(`"${role}"`);
    expect(
      await club.sql(
        'select (select count(*) from clubs)::int as clubs, (select count(*) from members)::int as members',
      ),
    ).toEqual([{ clubs: 2, members: 3 }]);
  });

  it.each([
    ['clerk', 'createClub(item: { id: 9, name: "x", fee: 10 }) { id }', 'give "fee" of "Club"'],
    ['clerk', 'updateClub(id: 1, item: { parent_id: 2 }) { id }', 'change "parent_id" of "Club"'],
    [
      'clerk',
      'updateMembers(filter: { id: { eq: 2 } }, item: { rank: "x" }) { affected }',
      'change "rank" of "Member"',
    ],
    ['maker', 'createClub(item: { id: 9, name: "x", parent_id: 1 }) { id }', 'give "parent_id" of "Club"'],
    [
      'maker',
      'createClubs(items: [{ id: 8, name: "y" }, { id: 9, name: "x", fee: 1 }]) { affected }',
      'give "fee" of "Club"',
    ],
    ['maker', 'createClub(item: { id: 9, name: "x", members: [{ name: "m" }] }) { id }', 'give "club_id" of "Member"'],
    ['changer', 'updateClub(id: 1, item: { name: "x", fee: 1 }) { id }', 'change "fee" of "Club"'],
    ['clerk', 'updateClub(id: 1, item: { name: "x" }) { fee }', 'read "fee" of "Club"'],
    ['clerk', 'deleteClubs(filter: { fee: { gt: 1 } }) { affected }', 'read "fee" of "Club"'],
    [
      'clerk',
      'createClub(item: { id: 9, name: "x", parent: { id: 8, name: "p", fee: 1 } }) { id }',
      'give "fee" of "Club"',
    ],
    ['changer', 'createMember(item: { name: "x", club: { id: 9, name: "c" } }) { id }', 'create "Club"'],
    [
      'giver',
      'createBadge(item: { name: "x" }) { nothing: __typename } createFrozen(item: { name: "x" }) { id }',
      'create "Frozen"',
    ],
  ])('reject a forbidden field of %s: %s', async (role, write, pattern) => {
    const { status, code, message } = await club.error(`mutation { ${write} }`, { role });
    expect([status, code]).toEqual([400, 'Forbidden']);
    expect(message).toContain(pattern);
    expect(
      await club.sql(
        'select (select count(*) from clubs)::int as clubs, (select sum(fee)::int from clubs) as fees, (select count(*) from badges)::int as badges',
      ),
    ).toEqual([{ clubs: 2, fees: 505, badges: 1 }]);
  });

  it('are those of authenticated if the role has no entry', async () => {
    expect(await club.data('mutation { updateClub(id: 1, item: { name: "x" }) { name } }', { role: 'giver' })).toEqual({
      updateClub: { name: 'x' },
    });
    const { code } = await club.error('mutation { updateClub(id: 1, item: { fee: 1 }) { name } }', { role: 'giver' });
    expect(code).toBe('Forbidden');
  });

  it('allow writes without read permission, which return nothing', async () => {
    expect(
      await club.data(
        'mutation { a: createClub(item: { id: 9, name: "x" }) { id name members { id } } b: createClubs(items: [{ id: 10, name: "y" }]) { affected items { id } } }',
        { role: 'maker' },
      ),
    ).toEqual({ a: null, b: { affected: 1, items: null } });
    expect(await club.sql('select id from clubs order by id')).toEqual([{ id: 1 }, { id: 2 }, { id: 9 }, { id: 10 }]);
  });
});

describe('replace', () => {
  it('needs the create permission only to create, and the update permission only to replace', async () => {
    const send = (id: number) => `mutation { replaceClub(id: ${id}, item: { name: "r" }) { id } }`;
    expect(await club.data(send(9), { role: 'maker' })).toEqual({ replaceClub: null });
    const there = await club.error(send(1), { role: 'maker' });
    expect([there.status, there.code]).toEqual([200, 'Forbidden']);
    expect(await club.data(send(1), { role: 'changer' })).toEqual({ replaceClub: null });
    const missing = await club.error(send(10), { role: 'changer' });
    expect([missing.status, missing.code]).toEqual([200, 'Forbidden']);
    expect(await club.sql('select id, name, fee from clubs order by id')).toEqual([
      { id: 1, name: 'r', fee: 5 },
      { id: 2, name: 'Rowing', fee: 500 },
      { id: 9, name: 'r', fee: 10 },
    ]);
  });

  it('keeps fields that are hidden or that the role may not update', async () => {
    await club.data('mutation { replaceClub(id: 1, item: { name: "r" }) { id } }', { role: 'admin' });
    expect(await club.sql('select name, secret, fee from clubs where id = 1')).toEqual([
      { name: 'r', secret: 's1', fee: 10 },
    ]);
  });

  it('returns ItemNotFound for a missing row with a generated key', async () => {
    const { status, code } = await club.error('mutation { replaceBadge(id: 77, item: { name: "x" }) { id } }', {
      role: 'admin',
    });
    expect([status, code]).toEqual([200, 'ItemNotFound']);
    expect(
      await club.data('mutation { replaceBadge(id: 1, item: { name: "x" }) { name } }', { role: 'admin' }),
    ).toEqual({ replaceBadge: { name: 'x' } });
  });
});

describe('an error message', () => {
  it('names no hidden column and no table that is not exposed', async () => {
    const missing = await club.error('mutation { createStrict(item: { id: 1 }) { id } }', { role: 'admin' });
    expect(missing.code).toBe('ConstraintViolated');
    expect(missing.text).not.toMatch(/filled/);
    await club.sql('insert into unserved values (2); delete from awards; delete from members');
    const referred = await club.error('mutation { deleteClub(id: 2) { id } }', { role: 'admin' });
    expect(referred.code).toBe('ConstraintViolated');
    expect(referred.text).not.toMatch(/Key \(|is still referenced|"unserved"/);
  });

  it('contains no value of another row', async () => {
    const { code, text } = await club.error('mutation { createMember(item: { club_id: 1, name: "Ann" }) { id } }', {
      role: 'changer',
    });
    expect(code).toBe('Conflict');
    expect(text).not.toMatch(/chair|already exists/);
  });
});

describe('views', () => {
  it('are written if they are updatable, and enforce their check option', async () => {
    expect(
      await club.data('mutation { createOpenClub(item: { id: 9, name: "v" }) { id name fee } }', { role: 'admin' }),
    ).toEqual({
      createOpenClub: { id: 9, name: 'v', fee: 10 },
    });
    const { status, code } = await club.error(
      'mutation { createOpenClub(item: { id: 10, name: "v", fee: 1000 }) { id } }',
      { role: 'admin' },
    );
    expect([status, code]).toEqual([200, 'ConstraintViolated']);
    expect(
      await club.data(
        `mutation { a: updateOpenClub(id: 9, item: { fee: 3 }) { fee } b: replaceOpenClub(id: 9, item: { name: "w", fee: 4 }) { name fee }
          c: replaceOpenClub(id: 11, item: { name: "n", fee: 1 }) { name } d: updateOpenClubs(filter: { fee: { lt: 5 } }, item: { name: "low" }) { affected items { id } }
          e: deleteOpenClub(id: 11) { name } f: updateOpenClub(id: 9, item: {}) { name } }`,
        { role: 'admin' },
      ),
    ).toEqual({
      a: { fee: 3 },
      b: { name: 'w', fee: 4 },
      c: { name: 'n' },
      d: { affected: 2, items: [{ id: 9 }, { id: 11 }] },
      e: { name: 'low' },
      f: { name: 'low' },
    });
    const outside = await club.error('mutation { updateOpenClub(id: 2, item: { name: "x" }) { id } }', {
      role: 'admin',
    });
    expect(outside.code).toBe('ItemNotFound');
  });
});
