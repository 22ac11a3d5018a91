import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveClub } from './support/serve-club.ts';

let club: Awaited<ReturnType<typeof serveClub>>;

beforeAll(async () => {
  club = await serveClub('mutations_policies');
});
beforeEach(() => club.reset());
afterAll(() => club.close());

describe('policies', () => {
  it('check defaults of new rows', async () => {
    await club.sql('alter table clubs alter fee set default 11');
    try {
      const { code } = await club.error('mutation { createClub(item: { id: 9, name: "x" }) { id } }', {
        role: 'clerk',
      });
      expect(code).toBe('Forbidden');
    } finally {
      await club.sql('alter table clubs alter fee set default 10');
    }
    expect(await club.data('mutation { createClub(item: { id: 9, name: "x" }) { id } }', { role: 'clerk' })).toEqual({
      createClub: { id: 9 },
    });
  });

  it('check nested rows', async () => {
    const bad = await club.error(
      'mutation { createClub(item: { id: 9, name: "x", members: [{ name: "a" }, { name: "b", rank: "chair" }] }) { id } }',
      { role: 'clerk' },
    );
    expect([bad.status, bad.code, bad.message]).toEqual([200, 'Forbidden', expect.stringContaining('"Member"')]);
    expect(await club.sql('select * from clubs where id = 9')).toEqual([]);
    expect(
      await club.data(
        'mutation { createClub(item: { id: 9, name: "x", members: [{ name: "a" }] }) { members { name } } }',
        { role: 'clerk' },
      ),
    ).toEqual({ createClub: { members: [{ name: 'a' }] } });
  });

  it('check junction rows', async () => {
    const send = (name: string) =>
      `mutation { createMember(item: { club_id: 1, name: "${name}", badges: [{ name: "b" }] }) { badges { name } } }`;
    const bad = await club.error(send('Eve'), { role: 'clerk' });
    expect([bad.code, bad.message]).toEqual(['Forbidden', expect.stringContaining('"Award"')]);
    expect(
      await club.sql(
        'select (select count(*) from members)::int as members, (select count(*) from badges)::int as badges',
      ),
    ).toEqual([{ members: 3, badges: 1 }]);
    expect(await club.data(send('Fay'), { role: 'clerk' })).toEqual({ createMember: { badges: [{ name: 'b' }] } });
  });

  it('read related rows of the same table', async () => {
    const { code } = await club.error('mutation { updateClub(id: 2, item: { name: "x" }) { id } }', { role: 'clerk' });
    expect(code).toBe('Forbidden');
    await club.sql('update clubs set parent_id = 1 where id = 2');
    expect(
      await club.data('mutation { updateClub(id: 2, item: { name: "x" }) { name parent { name } } }', {
        role: 'clerk',
      }),
    ).toEqual({
      updateClub: { name: 'x', parent: { name: 'Chess' } },
    });
  });

  it('read rows that are hidden by other policies', async () => {
    // The read policy hides the chair from the clerk, but the delete policy depends on it.
    const { code, details } = await club.error('mutation { deleteClub(id: 1) { id } }', { role: 'clerk' });
    expect([code, details]).toEqual(['Forbidden', { entity: 'Club', policy: 'delete' }]);
    await club.sql(
      "update members set rank = 'chair' where club_id = 2; update members set rank = 'new' where club_id = 1; delete from awards; delete from members where club_id = 1",
    );
    expect(
      await club.data('mutation { deleteClubs(filter: {}, all: true) { affected items { id members { name } } } }', {
        role: 'clerk',
      }),
    ).toEqual({
      deleteClubs: { affected: 1, items: [{ id: 1, members: [] }] },
    });
  });

  it('hide the new row from its creator', async () => {
    await club.sql("alter table members alter rank set default 'chair'");
    try {
      expect(
        await club.data('mutation { createMember(item: { club_id: 1, name: "n", rank: "new" }) { name } }', {
          role: 'clerk',
        }),
      ).toEqual({ createMember: { name: 'n' } });
    } finally {
      await club.sql("alter table members alter rank set default 'new'");
    }
    await club.sql("update members set rank = 'chair' where name = 'Ben'");
    // The row is hidden, although the update policy allows the change.
    const { code } = await club.error('mutation { updateMember(id: 2, item: { name: "Bo" }) { name } }', {
      role: 'clerk',
    });
    expect(code).toBe('ItemNotFound');
    expect(await club.sql('select name from members where id = 2')).toEqual([{ name: 'Ben' }]);
  });

  it('prevent an update that moves a row out of reach of the update policy', async () => {
    const { code } = await club.error('mutation { updateMember(id: 2, item: { club_id: 2 }) { id } }', {
      role: 'clerk',
    });
    expect(code).toBe('Forbidden');
    expect(await club.sql('select club_id from members where id = 2')).toEqual([{ club_id: 1 }]);
  });
});
