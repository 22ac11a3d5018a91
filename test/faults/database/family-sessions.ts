import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

export async function sessionsOf(admin: Connection): Promise<readonly number[]> {
  const [rows] = await admin.query<RowDataPacket[]>('show processlist');
  return rows.filter(({ User }) => User === 'service').map(({ Id }) => Number(Id));
}

/** Sessions with a running statement or open transaction. */
export async function busyOf(admin: Connection): Promise<readonly unknown[]> {
  const [rows] = await admin.query<RowDataPacket[]>(
    `select id from information_schema.processlist where user = 'service'
      and (command <> 'Sleep' or id in (select trx_mysql_thread_id from information_schema.innodb_trx))`,
  );
  return rows;
}

/** The session may have ended already. */
export const end = (admin: Connection, id: number): Promise<unknown> =>
  admin.query(`kill ${id}`).catch(() => undefined);

/** Opens sessions up to the limit. @returns whether any was opened */
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
