import { describe, expect, it } from 'vitest';
import { readViewChanges } from '../../../../src/dialect/sqlserver/catalog/view-changes.ts';

describe('a view', () => {
  const changes = (insert: boolean, update: boolean, remove: boolean) => ({ insert, update, delete: remove });
  const read = (text: string | null, ...instead: string[]) => {
    const { computedColumns, ...rest } = readViewChanges(text, new Set(instead));
    return { ...rest, computedColumns: [...computedColumns] };
  };

  it.each([
    ['create view v as select id, [a name], o.total as t from dbo.orders as o where id > 1 with check option', []],
    [
      "create or alter view [x].[as] (a, b) with schemabinding as select id /* (from) */, total * 2 -- , 'n'\n from o",
      [2],
    ],
    ['CREATE VIEW v AS SELECT o.*, total * 2 AS twice FROM orders o WITH (NOLOCK)', []],
    ["create view v as select id, 'x' as kind, t = o.total, (select max(n) from p) as m, name 'n' from o;", [2, 4]],
    ['create view v as select id, [group], sum(n) over (partition by k) as s from [union] order by a, b', [3]],
    ['create view v as select top (5) id from o where n in (select n from p, q group by n)', []],
  ])('over one table accepts all changes: %s', (text, computedColumns) => {
    expect(read(text)).toEqual({ changes: changes(true, true, true), computedColumns, hasInstead: false });
  });

  it.each([
    'create view v as select o.id, c.name from o join c on c.id = o.c',
    'create view v as select o.id, c.name from o with (nolock), c where c.id = o.c',
    'create view v as select o.id, x.n from o cross apply f(o.id) as x',
  ])('over several tables rejects deletes: %s', (text) => {
    expect(read(text).changes).toEqual(changes(true, true, false));
  });

  it.each([
    'create view v as select c, count(*) as n from o group by c',
    'create view v as select count_big(*) as n from o',
    'create view v as select distinct c from o',
    'create view v as select a from o union all select a from p',
    'create view v as select 1 as one',
  ])('that merges rows, or reads no table, rejects all changes: %s', (text) => {
    expect(read(text).changes).toEqual(changes(false, false, false));
  });

  it.each([[null], ['create view v as with c as (select id from o) select id from c']])(
    'that cannot be parsed leaves the decision to the database: %s',
    (text) => {
      expect(read(text)).toEqual({ changes: changes(true, true, true), computedColumns: [], hasInstead: false });
    },
  );

  it('with an INSTEAD OF trigger accepts the change of the trigger, and any column', () => {
    expect(read('create view v as select c, count(*) as n from o group by c', 'insert')).toEqual({
      changes: changes(true, false, false),
      computedColumns: [],
      hasInstead: true,
    });
  });
});
