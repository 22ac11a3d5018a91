import type { DatabasePoolConnection } from 'slonik';
import type { DataSource } from '../../../config/config.ts';
import type { TextRow } from '../../../store/result.ts';
import type { BoundStep } from '../../../store/script.ts';
import type { Driver } from '../../../store/store.ts';
import type { BatchStatement } from './row-batch.ts';
import { runTogether } from './run-together.ts';
import type { Session } from './session.ts';
import { again, isOvertaken, isSessionLost, toRefusal } from './session-errors.ts';
import { Sessions } from './sessions.ts';

/** Sessions with one PostgreSQL, pooled by slonik. @throws Refusal Unavailable when there is no database to talk to */
export async function openPostgres(source: DataSource & { readonly connectionString: string }): Promise<Driver> {
  const sessions = await Sessions.open(source);
  const use = async <T>(work: (session: Session, slonik: DatabasePoolConnection) => Promise<T>): Promise<T> => {
    try {
      return await sessions.use(work, isSessionLost);
    } catch (error) {
      throw toRefusal(error);
    }
  };
  const statementOf = ({ step: { text, name, namesColumns }, values }: BoundStep): BatchStatement => ({
    text,
    values: values as TextRow,
    name: source.prepared ? name : undefined,
    namesColumns,
  });
  const query: Driver['query'] = (text, values) => use((session) => session.query(text, values));
  return {
    read: (bound) =>
      use(async (session) => {
        const set = await again(() => session.run(statementOf(bound)));
        if (bound.step.unsettles) await settle(session);
        return bound.step.read([set]);
      }),
    ...(source.prepared && {
      together: runTogether(sessions, query, source),
    }),
    changes: {
      change: (bound) =>
        use(async (session) => {
          const set = await again(() => session.run(statementOf(bound)));
          if (bound.step.unsettles) await settle(session);
          return bound.step.read([set]);
        }),
      transaction: (work) =>
        use(async (session, slonik) => {
          let unsettled = false;
          const result = await slonik.transaction(() =>
            work(async (bound) => {
              unsettled ||= bound.step.unsettles === true;
              const set = await session.run(statementOf(bound)).catch((error) => {
                // slonik runs the transaction again that was taken back because of another one, and knows it by the error's own code.
                throw isOvertaken(error) ? error : toRefusal(error);
              });
              return bound.step.read([set]);
            }),
          );
          if (unsettled) await settle(session);
          return result;
        }),
    },
    query,
    ping: async () => {
      await query('select 1', []);
    },
    close: () => sessions.close(),
  };
}

/**
 * What the next one to get the session must not meet: settings, a role, temporary tables, locks. `discard all` would throw prepared
 * statements away as well. What was taken back has left nothing.
 */
const UNSETTLED = [
  'reset session authorization',
  'reset all',
  'discard temp',
  'unlisten *',
  'select pg_advisory_unlock_all()',
];

const settle = (session: Session): Promise<unknown> => session.query(UNSETTLED.join('; '));
