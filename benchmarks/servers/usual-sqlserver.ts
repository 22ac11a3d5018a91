import sql from 'mssql';
import { connectToSqlserver } from '../../test/support/create-on-sqlserver.ts';
import { type Answer, serveAnswers } from './serve-answers.ts';

const pool = await connectToSqlserver(process.env.DATABASE_URL ?? '', 10);

const requestsFor = (text: string, key: number) => pool.request().input('key', sql.Int, key).query(text);

const ORDER = 'o.id, o.customer_id, o.status, o.total, o.placed_at, o.note';

const LIST = 'for json path, include_null_values';
const ONE = `${LIST}, without_array_wrapper`;

// Careful hand-written SQL. `for json` is in a column, because a top-level result arrives in pieces. An empty list
// becomes `[]`.
const reads = {
  point: `
    select (
      select o.id, o.status, o.total, o.placed_at, o.note,
        json_query((select c.id, c.name, c.country from customers c where c.id = o.customer_id ${ONE})) as customer
      from orders o where o.id = @key ${ONE}
    ) as answer`,
  list: `
    select isnull((select top (20) ${ORDER} from orders o where o.id >= @key order by o.id ${LIST}), '[]') as answer`,
  count: `
    select (
      select
        json_query(isnull((
          select top (20) ${ORDER} from orders o where o.id >= @key and o.id < @key + 1000 order by o.id ${LIST}
        ), '[]')) as items,
        (select count(*) from orders where id >= @key and id < @key + 1000) as totalCount
      ${ONE}
    ) as answer`,
  nested: `
    select isnull((
      select top (10) c.id, c.name, c.country, json_query(isnull((
        select top (5) o.id, o.status, o.total, json_query(isnull((
          select top (3) l.id, l.product, l.quantity, l.price from order_lines l where l.order_id = o.id order by l.id ${LIST}
        ), '[]')) as lines
        from orders o where o.customer_id = c.id order by o.id ${LIST}
      ), '[]')) as orders
      from customers c where c.id >= @key order by c.id ${LIST}
    ), '[]') as answer`,
};

// A write is one statement that returns its row.
const changes = {
  create: `
    insert into remarks (order_id, body, weight)
    output inserted.order_id, inserted.body, inserted.weight
    values (@key, N'Call first', 3)`,
  update: `update orders set note = N'Left with the neighbours' output inserted.id, inserted.note where id = @key`,
};

const answers: Record<string, Answer> = {};
for (const [name, text] of Object.entries(reads)) {
  answers[name] = async (key) => (await requestsFor(text, key)).recordset[0]?.answer;
}
for (const [name, text] of Object.entries(changes)) {
  answers[name] = async (key) => JSON.stringify((await requestsFor(text, key)).recordset[0]);
}
serveAnswers(answers, () => pool.close());
