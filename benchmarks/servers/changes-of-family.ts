/** A change and what reads its row again: by the key that the database made, else by that of the question. */
interface Change {
  readonly change: string;
  readonly row: string;
}

/**
 * Changes written by hand for MySQL and MariaDB, as they are usual on both: two statements, since neither gives the row of an update, and
 * MariaDB alone that of an insert.
 */
export const changesOfFamily: Readonly<Record<string, Change>> = {
  create: {
    change: `insert into remarks (order_id, body, weight) values (?, 'Call first', 3)`,
    row: `select json_object('order_id', order_id, 'body', body, 'weight', weight) from remarks where id = ?`,
  },
  update: {
    change: `update orders set note = 'Left with the neighbours' where id = ?`,
    row: `select json_object('id', id, 'note', note) from orders where id = ?`,
  },
};
