import { ORDER, POINT } from './family-fields.ts';
import { serveOnMysqlFamily } from './serve-on-mysql-family.ts';

// Careful hand-written SQL for MySQL. Aggregates have no ORDER BY and no LIMIT, so each list aggregates a derived
// table.
serveOnMysqlFamily({
  point: POINT,
  list: `
    select coalesce(json_arrayagg(${ORDER}), json_array())
    from (select * from orders where id >= ? order by id limit 20) o`,
  count: `
    select json_object('items', coalesce(json_arrayagg(${ORDER}), json_array()),
      'totalCount', (select count(*) from orders where id >= ? and id < ? + 1000))
    from (select * from orders where id >= ? and id < ? + 1000 order by id limit 20) o`,
  nested: `
    select coalesce(json_arrayagg(json_object('id', c.id, 'name', c.name, 'country', c.country, 'orders', (
      select coalesce(json_arrayagg(json_object('id', o.id, 'status', o.status, 'total', o.total, 'lines', (
        select coalesce(json_arrayagg(json_object(
          'id', l.id, 'product', l.product, 'quantity', l.quantity, 'price', l.price)), json_array())
        from (select * from order_lines where order_id = o.id order by id limit 3) l
      ))), json_array())
      from (select * from orders where customer_id = c.id order by id limit 5) o
    ))), json_array())
    from (select * from customers where id >= ? order by id limit 10) c`,
});
