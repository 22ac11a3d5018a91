import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { isBabelfish, type ServedSqlserver, serveOnSqlserver } from './sqlserver-support.ts';

const ddl = `
  create table sales (id int identity primary key, sku nvarchar(20) not null, amount int not null, price decimal(12, 3) not null, at datetime2(3) not null);
  insert into sales (sku, amount, price, at) values (N'pen', 3, 1.250, '2024-02-29 10:00:00.5'), (N'cup', 5, 9.000, '2024-03-01'),
    (N'pen', 4, 1.500, '2024-03-02'), (N'Tasse é', 1, 12345.678, '2024-03-03');
go
  create procedure best_sellers @least int = 2, @first_letters nvarchar(20) = null as begin
    set nocount on;
    create table #found (sku nvarchar(20), sold int, mean decimal(18, 6), last_at datetime2(3), is_many bit);
    insert into #found select sku, sum(amount), avg(price), max(at), case when sum(amount) > 5 then 1 else 0 end from sales
      where @first_letters is null or sku like @first_letters + N'%' group by sku having sum(amount) >= @least;
    select sku, sold, mean, last_at, is_many from #found order by sold desc;
  end;
go
  create procedure top_of @column nvarchar(20) as begin
    declare @text nvarchar(400) = N'select sku, amount from sales order by ' + quotename(@column) + N' desc';
    exec sp_executesql @text;
  end;
go
  create procedure defaults @a nvarchar(20), @b nvarchar(20) = N'of the database', @c int = -7, @d nvarchar(20) as begin
    declare @told nvarchar(200) = concat(@a, N'|', isnull(@b, N'null'), N'|', isnull(cast(@c as nvarchar(20)), N'null'), N'|', @d);
    select @told as told;
  end;
go
  create procedure count_sales @sku nvarchar(20), @sold int output, @value decimal(18, 3) output as
    select @sold = sum(amount), @value = sum(amount * price) from sales where sku = @sku;
go
  create procedure add_up @sum int output, @more int = 1 as set @sum = isnull(@sum, 100) + @more;
go
  create procedure sell @sku nvarchar(20), @amount int as begin
    insert into sales (sku, amount, price, at) values (@sku, @amount, 1, '2024-04-01');
    if @amount = 0 throw 51000, N'Nothing is sold: 0 % of it.', 3;
    if @amount < 0 raiserror (N'Only %d of %s are left.', 16, 7, 12, @sku);
    if @amount > 100 begin declare @x int = 1 / (@amount - @amount); end;
  end;
go
  create procedure careful @amount int as begin
    declare @result nvarchar(40) = N'done';
    begin try
      set @amount = 1 / @amount;
    end try
    begin catch
      set @result = N'caught';
    end catch;
    select @result as result;
  end;
go
  create procedure ends_all as begin
    insert into sales (sku, amount, price, at) values (N'kept', 1, 1, '2024-04-01');
    commit;
  end;
go
  create procedure takes_all_back as begin
    insert into sales (sku, amount, price, at) values (N'kept', 1, 1, '2024-04-01');
    rollback;
  end;
go
  create procedure two_selects as begin
    select sku as what from sales where id = 1;
    select amount from sales where id = 2;
  end;
go
  create function twice(@n int) returns int as begin return @n * 2; end;
`;

const anonymousPermissions = [{ role: 'anonymous', actions: ['execute'] }];

const procedure = (object: string, columns: Readonly<Record<string, string>> = {}, more: object = {}) => ({
  source: {
    object,
    type: 'stored-procedure',
    ...(Object.keys(columns).length > 0 && {
      'result-columns': Object.entries(columns).map(([name, type]) => ({ name, type })),
    }),
    ...more,
  },
  permissions: anonymousPermissions,
});

const many = { sku: 'nvarchar(20)', sold: 'int', mean: 'decimal(18,6)', last_at: 'datetime2(3)', is_many: 'bit' };

const entities = {
  Sale: { source: 'sales', permissions: [{ role: 'anonymous', actions: ['read'] }] },
  BestSellers: { ...procedure('best_sellers', many), rest: { methods: ['get', 'post'] } },
  TopOf: { ...procedure('top_of', { sku: 'nvarchar(20)', amount: 'int' }), graphql: { operation: 'query' } },
  Defaults: procedure('defaults', { told: 'nvarchar(200)' }, { parameters: { d: 'of the configuration' } }),
  CountSales: procedure('count_sales'),
  AddUp: procedure('add_up'),
  Sell: procedure('sell'),
  Careful: procedure('careful', { result: 'nvarchar(40)' }),
  EndsAll: procedure('ends_all'),
  TakesAllBack: procedure('takes_all_back'),
  TwoSelects: procedure('two_selects', { what: 'nvarchar(20)' }),
  Twice: procedure('twice'),
};

describeOn('sqlserver', 'procedures of SQL Server', () => {
  let served: ServedSqlserver;
  beforeAll(async () => {
    served = await serveOnSqlserver('procedures', ddl, {
      runtime: { pagination: { 'default-page-size': 3, 'max-page-size': 3 } },
      entities,
    });
  });
  afterAll(() => served.close());

  const run = (document: string) => served.graphql(document);
  const sold = async (): Promise<unknown> => (await served.session.rows('select count(*) as n from sales'))[0]?.n;

  const pen = { sku: 'pen', sold: 7, mean: 1.375, last_at: '2024-03-02T00:00:00+00:00', is_many: true };
  const cup = { sku: 'cup', sold: 5, mean: 9, last_at: '2024-03-01T00:00:00+00:00', is_many: false };
  const tasse = { sku: 'Tasse é', sold: 1, mean: 12345.678, last_at: '2024-03-03T00:00:00+00:00', is_many: false };

  it.each([
    ['', [pen, cup]],
    ['(least: 1)', [pen, cup, tasse]],
    ['(least: 1, first_letters: "Tasse é")', [tasse]],
    ['(least: 1, first_letters: null)', [pen, cup, tasse]],
    ['(least: null)', []],
  ])('return rows selected from a temporary table: %s', async (parameters, rows) => {
    const document = `mutation { executeBestSellers${parameters} { sku sold mean last_at is_many } }`;
    expect(await run(document)).toEqual({ data: { executeBestSellers: rows } });
  });

  it('keep every declared digit', async () => {
    const { text } = await served.rest.get('BestSellers', { least: 6 });
    expect(text).toBe(
      '{"value":[{"sku":"pen","sold":7,"mean":1.375000,"last_at":"2024-03-02T00:00:00+00:00","is_many":true}]}',
    );
  });

  it.for([
    ['amount', ['cup', 'pen', 'pen']],
    ['price', ['Tasse é', 'cup', 'pen']],
  ] as const)('return the first page of assembled rows: %s', async ([column, skus], { skip }) => {
    if (isBabelfish())
      skip('Babelfish hands what such a statement selects to the client, whatever is to be filled with it');
    const { data } = await run(`{ executeTopOf(column: "${column}") { sku } }`);
    expect(data).toEqual({ executeTopOf: skus.map((sku) => ({ sku })) });
  });

  it('return the rows of each SELECT', async () => {
    expect(await run('mutation { executeTwoSelects { what } }')).toEqual({
      data: { executeTwoSelects: [{ what: 'pen' }, { what: '5' }] },
    });
  });

  it.each([
    ['(a: "A")', 'A|of the database|-7|of the configuration'],
    ['(a: "A", b: null, c: null)', 'A|null|null|of the configuration'],
    ['(a: "A", b: "B", c: 5, d: "D")', 'A|B|5|D'],
  ])('have defaults: %s', async (parameters, expected) => {
    expect(await run(`mutation { executeDefaults${parameters} { told } }`)).toEqual({
      data: { executeDefaults: [{ told: expected }] },
    });
  });

  it('reject an omitted parameter without a default', async () => {
    const { errors } = await run('mutation { executeDefaults { told } }');
    expect(errors?.[0]?.message).toContain('"a" of type "String!" is required');
  });

  it('return output parameters as one row', async () => {
    expect(await run('mutation { executeCountSales(sku: "pen") { sold value } }')).toEqual({
      data: { executeCountSales: [{ sold: 7, value: 9.75 }] },
    });
    expect(await run('mutation { a: executeAddUp { sum } b: executeAddUp(sum: 1, more: 5) { sum } }')).toEqual({
      data: { a: [{ sum: 101 }], b: [{ sum: 6 }] },
    });
  });

  it.each([
    [0, 'Nothing is sold: 0 % of it.', { number: 51000, state: 3 }],
    [-3, 'Only 12 of cup are left.', { number: 50000, state: 7 }],
  ])('report thrown errors, and change nothing: %i', async (amount, message, details) => {
    const before = await sold();
    const { errors } = await run(`mutation { executeSell(sku: "cup", amount: ${amount}) { __typename } }`);
    expect(errors).toMatchObject([{ message, extensions: { code: 'ApplicationError', details } }]);
    const answer = await served.rest.fetch('/api/Sell', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sku: 'cup', amount }),
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'ApplicationError', message, details } } });
    expect(await sold()).toBe(before);
  });

  it('roll back earlier steps of the request if one throws', async () => {
    const before = await sold();
    const { data, errors } = await run(
      'mutation { executeSell(sku: "cup", amount: 1) { __typename } b: executeSell(sku: "cup", amount: 0) { __typename } }',
    );
    expect([data, errors?.[0]?.extensions.code]).toEqual([null, 'ApplicationError']);
    expect(await sold()).toBe(before);
  });

  it('report errors of the server with their own code, not as ApplicationError', async () => {
    const before = await sold();
    const { errors } = await run('mutation { executeSell(sku: "cup", amount: 101) { __typename } }');
    expect(errors?.[0]?.extensions.code).toBe('BadRequest');
    expect(await sold()).toBe(before);
  });

  it.each([
    [0, 'caught'],
    [1, 'done'],
  ])('may catch errors: %i', async (amount, result) => {
    expect(await run(`mutation { executeCareful(amount: ${amount}) { result } }`)).toEqual({
      data: { executeCareful: [{ result }] },
    });
  });

  it.each(['EndsAll', 'TakesAllBack'])('may not end the transaction of a request: %s', async (name) => {
    const { errors } = await run(`mutation { execute${name} { __typename } }`);
    expect(errors?.[0]?.extensions.code).toBe('ApplicationError');
    expect(await run('{ sales(filter: { sku: { eq: "kept" } }) { id } }')).toEqual({ data: { sales: [] } });
  });

  it('do not run next to reads', async () => {
    const { errors } = await run('{ executeTopOf(column: "sku") { sku } sales { id } }');
    expect(errors?.[0]?.extensions.code).toBe('BadRequest');
  });

  it('work together with functions', async () => {
    expect(await run('mutation { executeTwice(n: 21) { result } }')).toEqual({
      data: { executeTwice: [{ result: 42 }] },
    });
  });
});
