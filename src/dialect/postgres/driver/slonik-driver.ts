import { AsyncLocalStorage } from 'node:async_hooks';
import { createDriverFactory, type DriverFactory } from 'slonik';
import type { Unit } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import { runUnit } from '../../../store/run-unit.ts';
import { untilClosed } from '../../sockets.ts';
import { type Opening, SessionClient } from './client.ts';
import type { Session } from './session.ts';
import { plainUnit } from './unit-messages.ts';

/** What is asked by way of slonik, which hands on texts and values alone. */
interface Asked {
  /** Absent where slonik begins or ends a transaction. */
  readonly unit?: Unit;
  /** Told which session it goes to. */
  readonly onSession: (session: Session) => void;
}

/** Set around each call of slonik that comes to a statement. */
export const asked = new AsyncLocalStorage<Asked>();

/** How slonik opens sessions, and runs what is asked in them. */
export const slonikDriver = (opening: Opening): DriverFactory =>
  createDriverFactory(async () => ({
    createPoolClient: async ({ clientEventEmitter }) => {
      const client = new SessionClient(opening);
      client.on('error', (error) => clientEventEmitter.emit('error', error));
      // slonik listens no more once it has given the session up.
      clientEventEmitter.on('error', () => undefined);
      return {
        connect: () => client.open(),
        end: async () => {
          client.end();
          await untilClosed([client.connection.stream]);
        },
        query: async (text) => {
          const [set] = await run(client.session, text);
          const { rows = [], columns = [] } = set ?? {};
          return {
            command: 'SELECT',
            fields: columns.map((name) => ({ name, dataTypeId: 0 })),
            rowCount: rows.length,
            // Arrays in place of objects: names of columns would be repeated for each.
            rows: rows as unknown as Record<string, unknown>[],
          };
        },
        stream: () => {
          throw new Error('Statements are not streamed');
        },
      };
    },
  }));

/** @param text of the unit that is asked, or `START TRANSACTION`, `COMMIT`, `ROLLBACK`, which slonik says by itself */
async function run(session: Session, text: string): Promise<Result> {
  const { unit, onSession } = asked.getStore() ?? {};
  onSession?.(session);
  if (unit !== undefined) return await runUnit(session, unit);
  if (text !== 'START TRANSACTION') return await runUnit(session, plainUnit(text));
  await session.begin();
  return [];
}
