/** A write, and the read of its row by the generated key or the key of the request. */
interface Change {
  readonly change: string;
  readonly row: string;
}

/**
 * Hand-written writes for MySQL and MariaDB. Two statements, because neither returns an updated row, and only MariaDB
 * returns an inserted one.
 */
export const mysqlFamilyWrites: Readonly<Record<string, Change>> = {
  create: {
    change: `insert into remarks (order_id, body, weight) values (?, 'Call first', 3)`,
    row: `select json_object('order_id', order_id, 'body', body, 'weight', weight) from remarks where id = ?`,
  },
  update: {
    change: `update orders set note = 'Left with the neighbours' where id = ?`,
    row: `select json_object('id', id, 'note', note) from orders where id = ?`,
  },
};
