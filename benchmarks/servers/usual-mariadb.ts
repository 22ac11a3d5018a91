import { ORDER, POINT } from './family-fields.ts';
import { serveOnMysqlFamily } from './serve-on-mysql-family.ts';

// Careful hand-written SQL for MariaDB. Derived tables cannot be lateral, but aggregates support ORDER BY and LIMIT.
serveOnMysqlFamily({
  point: POINT,
  list: `
    select coalesce(json_arrayagg(${ORDER} order by o.id), json_array())
    from (select * from orders where id >= ? order by id limit 20) o`,
  count: `
    select json_object('items', coalesce(json_arrayagg(${ORDER} order by o.id), json_array()),
      'totalCount', (select count(*) from orders where id >= ? and id < ? + 1000))
    from (select * from orders where id >= ? and id < ? + 1000 order by id limit 20) o`,
  nested: `
    select coalesce(json_arrayagg(json_object('id', c.id, 'name', c.name, 'country', c.country, 'orders', (
      select coalesce(json_arrayagg(json_object('id', o.id, 'status', o.status, 'total', o.total, 'lines', (
        select coalesce(json_arrayagg(json_object(
          'id', l.id, 'product', l.product, 'quantity', l.quantity, 'price', l.price) order by l.id limit 3), json_array())
        from order_lines l where l.order_id = o.id
      )) order by o.id limit 5), json_array())
      from orders o where o.customer_id = c.id
    )) order by c.id), json_array())
    from (select * from customers where id >= ? order by id limit 10) c`,
});
