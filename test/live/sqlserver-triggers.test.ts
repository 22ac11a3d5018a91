import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type ServedSqlserver, serveOnSqlserver } from './sqlserver-support.ts';

const ddl = `
  create table notes (id int identity primary key, says nvarchar(40) not null, bytes varbinary(8), price decimal(9, 4));
go
  create trigger heed on notes after insert, update as begin
    set nocount on;
    if exists (select 1 from inserted where says = N'raised') raiserror (N'Not that.', 16, 1);
    if exists (select 1 from inserted where says = N'thrown') throw 51000, N'Nor that.', 1;
    if exists (select 1 from inserted where says = N'taken back') rollback;
    if exists (select 1 from inserted where says = N'printed') print N'joinery.step 7';
    if exists (select 1 from inserted where says = N'selected') select says from inserted;
  end;`;

describeOn('sqlserver', 'a trigger of SQL Server', () => {
  let served: ServedSqlserver;
  beforeAll(async () => {
    served = await serveOnSqlserver('triggers', ddl, {
      runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' } } },
      entities: { Note: { source: 'notes', permissions: [{ role: 'anonymous', actions: ['*'] }] } },
    });
  });
  afterAll(() => served.close());

  const create = (...values: readonly string[]) =>
    served.graphql(
      `mutation { ${values.map((value, index) => `n${index}: createNote(item: { says: "${value}" }) { says }`)} }`,
    );
  const count = async () => (await served.session.run('select count(*) as n from notes')) as readonly { n: number }[];

  it.each([
    ['raised', 'Not that.'],
    ['thrown', 'Nor that.'],
  ])('that has %s an error rolls back the mutation, and reports the reason at its field', async (value, message) => {
    const { data, errors } = await create('first', value);
    expect({ data, errors }).toMatchObject({
      data: null,
      errors: [{ message, path: ['n1'], extensions: { code: 'ApplicationError', status: 400 } }],
    });
    expect(await count()).toEqual([{ n: 0 }]);
  });

  it('that rolls back leaves nothing behind', async () => {
    const { errors } = await create('first', 'taken back');
    expect(errors?.[0]?.extensions.code).toBe('ApplicationError');
    expect(await count()).toEqual([{ n: 0 }]);
  });

  it('may print and select anything', async () => {
    expect(await create('printed', 'selected')).toEqual({
      data: { n0: { says: 'printed' }, n1: { says: 'selected' } },
    });
    await served.session.run('delete from notes');
  });

  it('accepts NULL for bytes, and decimals with an exponent', async () => {
    const { data } = await served.graphql(
      'mutation { createNotes(items: [{ says: "a", bytes: null, price: 1e2 }, { says: "b", bytes: "AQI=", price: 1.5E-3 }]) { items { bytes price } } }',
    );
    expect(data).toEqual({
      createNotes: {
        items: [
          { bytes: null, price: 100 },
          { bytes: 'AQI=', price: 0.0015 },
        ],
      },
    });
  });
});
