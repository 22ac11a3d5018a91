/** Hand-written writes with the parameter `$1`. For three fields, no JSON function is faster than another. */
export const changes = {
  create: `
    insert into remarks (order_id, body, weight) values ($1, 'Call first', 3)
    returning json_build_object('order_id', order_id, 'body', body, 'weight', weight)::text`,
  'create-policy': `
    insert into remarks (order_id, body, weight)
    select * from (values ($1::int, 'Call first', 3)) r (order_id, body, weight) where r.weight < 100
    returning json_build_object('order_id', order_id, 'body', body, 'weight', weight)::text`,
  update: `
    update orders set note = 'Left with the neighbours' where id = $1
    returning json_build_object('id', id, 'note', note)::text`,
};
