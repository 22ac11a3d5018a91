import { changes } from './changes.ts';
import { serveStatements } from './serve-statements.ts';

// Careful hand-written SQL: objects field by field, lateral joins, and `coalesce` for empty lists.
const ORDER = `json_build_object(
  'id', o.id, 'customer_id', o.customer_id, 'status', o.status, 'total', o.total, 'placed_at', o.placed_at, 'note', o.note)`;

const page = (condition: string, order: string): string => `
  with found as materialized (select * from orders where ${condition} order by ${order} limit 21),
  page as (select * from found order by ${order} limit 20)
  select json_build_object(
    'items', coalesce((select json_agg(${ORDER} order by ${order}) from page o), '[]'),
    'hasNextPage', (select count(*) > 20 from found),
    'endCursor', (select id from page order by id desc limit 1))::text`;

const listOfOrders = `
  select coalesce(json_agg(${ORDER} order by o.id), '[]')::text
  from (select * from orders where id >= $1 order by id limit 20) o`;

serveStatements(
  {
    point: `
    select json_build_object('id', o.id, 'status', o.status, 'total', o.total, 'placed_at', o.placed_at, 'note', o.note,
      'customer', c.customer)::text
    from orders o
    left join lateral (
      select json_build_object('id', c.id, 'name', c.name, 'country', c.country) as customer
      from customers c where c.id = o.customer_id
    ) c on true
    where o.id = $1`,
    list: listOfOrders,
    connection: page('id >= $1', 'id'),
    count: `
    select json_build_object('items', coalesce(json_agg(${ORDER} order by o.id), '[]'),
      'totalCount', (select count(*) from orders where id >= $1 and id < $1 + 1000))::text
    from (select * from orders where id >= $1 and id < $1 + 1000 order by id limit 20) o`,
    nested: `
    select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'country', c.country, 'orders', o.orders)
      order by c.id), '[]')::text
    from (select * from customers where id >= $1 order by id limit 10) c
    left join lateral (
      select coalesce(json_agg(json_build_object('id', o.id, 'status', o.status, 'total', o.total, 'lines', l.lines)
        order by o.id), '[]') as orders
      from (select * from orders where customer_id = c.id order by id limit 5) o
      left join lateral (
        select coalesce(json_agg(json_build_object(
          'id', l.id, 'product', l.product, 'quantity', l.quantity, 'price', l.price) order by l.id), '[]') as lines
        from (select * from order_lines where order_id = o.id order by id limit 3) l
      ) l on true
    ) o on true`,
    customers: `
    select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'country', c.country) order by c.id), '[]')::text
    from (select * from customers where id >= $1 order by id limit 20) c`,
    orders: listOfOrders,
    // Cursor position of the order with id $1. `placed_at` follows the formula of the seed.
    keyset: page(
      `(placed_at, id) > (timestamptz '2021-01-01 00:00:00+00' + $1::int * interval '11 minutes', $1::int)`,
      'placed_at, id',
    ),
    groups: `
    select coalesce(json_agg(json_build_object('status', g.status, 'count', g.count, 'sum', g.sum) order by g.status), '[]')::text
    from (
      select status, count(*) as count, sum(total) as sum from orders where id >= $1 and id < $1 + 1000 group by status
    ) g`,
  },
  changes,
);
