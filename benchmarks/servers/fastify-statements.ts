import { prepareRead, prepareText } from './prepare.ts';

const FIELDS = 'id, customer_id, status, total, placed_at, note';

export const selectOrder = prepareRead(
  'order',
  `select to_json(o)::text from (
     select id, status, total, placed_at, note,
       (select c from (select id, name, country from customers where id = orders.customer_id) c) as customer
     from orders where id = $1
   ) o`,
);

export const selectOrders = prepareRead(
  'orders',
  `select json_build_object('value', array(select o from (
     select ${FIELDS} from orders where id >= $1 order by id limit $2
   ) o))::text`,
);

/** A page after a position, and the cursor of its last row if more rows follow. */
export const selectOrdersAfter = prepareRead(
  'orders-after',
  `select to_json(p)::text from (
     select coalesce(rows[:$3], '{}') as value, case when cardinality(rows) > $3 then ids[$3] end as next
     from (
       select array_agg(o) as rows, array_agg(o.id) as ids from (
         select ${FIELDS} from orders
         where (placed_at, id) > ($1::timestamptz, $2::int) order by placed_at, id limit $3::int + 1
       ) o
     ) r
   ) p`,
);

export const selectCustomers = prepareRead(
  'customers',
  `select json_build_object('value', array(select c from (
     select id, name, country, array(select o from (
       select id, status, total, array(select l from (
         select id, product, quantity, price from order_lines where order_id = orders.id order by id limit 3
       ) l) as lines
       from orders where customer_id = customers.id order by id limit 5
     ) o) as orders
     from customers where id >= $1 order by id limit $2
   ) c))::text`,
);

const RETURNING = `returning json_build_object('order_id', order_id, 'body', body, 'weight', weight)::text`;

export const insertRemark = prepareText(
  'insert-remark',
  `insert into remarks (order_id, body, weight) values ($1, $2, $3) ${RETURNING}`,
);

export const insertShortRemark = prepareText(
  'insert-short-remark',
  `insert into remarks (order_id, body, weight)
   select * from (values ($1::int, $2::text, $3::int)) r (order_id, body, weight) where r.weight < 100 ${RETURNING}`,
);

export const updateOrder = prepareText(
  'update-order',
  `update orders set note = $2 where id = $1 returning json_build_object('id', id, 'note', note)::text`,
);
