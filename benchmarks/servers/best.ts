import { changes } from './changes.ts';
import { serveStatements } from './serve-statements.ts';

// The fastest known statements: whole rows to JSON, `array(…)` for lists (never null), and one outer `to_json`.
const FIELDS = 'id, customer_id, status, total, placed_at, note';

// Reads one row more than a page. `ids` has the cursors.
const page = (condition: string, order: string): string => `
  select to_json(c)::text from (
    select coalesce(rows[:20], '{}') as items, coalesce(cardinality(rows) > 20, false) as "hasNextPage",
      ids[least(20, cardinality(ids))] as "endCursor"
    from (
      select array_agg(o) as rows, array_agg(o.id) as ids
      from (select ${FIELDS} from orders where ${condition} order by ${order} limit 21) o
    ) p
  ) c`;

const listOfOrders = `
  select to_json(array(select o from (select ${FIELDS} from orders where id >= $1 order by id limit 20) o))::text`;

serveStatements(
  {
    point: `
    select to_json(o)::text from (
      select id, status, total, placed_at, note,
        (select c from (select id, name, country from customers where id = orders.customer_id) c) as customer
      from orders where id = $1
    ) o`,
    list: listOfOrders,
    connection: page('id >= $1', 'id'),
    count: `
    select to_json(c)::text from (
      select array(select o from (select ${FIELDS} from orders where id >= $1 and id < $1 + 1000 order by id limit 20) o) as items,
        (select count(*) from orders where id >= $1 and id < $1 + 1000) as "totalCount"
    ) c`,
    nested: `
    select to_json(array(select c from (
      select id, name, country, array(select o from (
        select id, status, total, array(select l from (
          select id, product, quantity, price from order_lines where order_id = orders.id order by id limit 3
        ) l) as lines
        from orders where customer_id = customers.id order by id limit 5
      ) o) as orders
      from customers where id >= $1 order by id limit 10
    ) c))::text`,
    customers: `
    select to_json(array(select c from (select id, name, country from customers where id >= $1 order by id limit 20) c))::text`,
    orders: listOfOrders,
    keyset: page(
      `(placed_at, id) > (timestamptz '2021-01-01 00:00:00+00' + $1::int * interval '11 minutes', $1::int)`,
      'placed_at, id',
    ),
    groups: `
    select to_json(array(select g from (
      select status, count(*) as count, sum(total) as sum from orders where id >= $1 and id < $1 + 1000 group by status order by status
    ) g))::text`,
  },
  changes,
);
