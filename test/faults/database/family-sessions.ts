import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

/** Sessions of the service. */
export async function sessionsOf(admin: Connection): Promise<readonly number[]> {
  const [rows] = await admin.query<RowDataPacket[]>('show processlist');
  return rows.filter(({ User }) => User === 'service').map(({ Id }) => Number(Id));
}

/** Those in which a statement or a transaction is under way. */
export async function busyOf(admin: Connection): Promise<readonly unknown[]> {
  const [rows] = await admin.query<RowDataPacket[]>(
    `select id from information_schema.processlist where user = 'service'
      and (command <> 'Sleep' or id in (select trx_mysql_thread_id from information_schema.innodb_trx))`,
  );
  return rows;
}

/** There may be no such session any more. */
export const end = (admin: Connection, id: number): Promise<unknown> =>
  admin.query(`kill ${id}`).catch(() => undefined);

/** Opens sessions until there are no more. @returns whether there was one */
export async function takeAll(held: Connection[], url: string): Promise<boolean> {
  for (let taken = false; ; taken = true) {
    try {
      const connection = await createConnection(url);
      connection.on('error', () => undefined);
      held.push(connection);
    } catch {
      return taken;
    }
  }
}
