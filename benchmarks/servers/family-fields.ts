/** An order as JSON; timestamps are RFC 3339, as on PostgreSQL. */
export const ORDER = `json_object(
  'id', o.id, 'customer_id', o.customer_id, 'status', o.status, 'total', o.total,
  'placed_at', date_format(o.placed_at, '%Y-%m-%dT%T.%fZ'), 'note', o.note)`;

export const POINT = `
  select json_object('id', o.id, 'status', o.status, 'total', o.total,
    'placed_at', date_format(o.placed_at, '%Y-%m-%dT%T.%fZ'), 'note', o.note,
    'customer', json_object('id', c.id, 'name', c.name, 'country', c.country))
  from orders o left join customers c on c.id = o.customer_id
  where o.id = ?`;
