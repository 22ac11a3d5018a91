import type { DatabasePoolConnection } from 'slonik';
import { Refusal } from '../../../base/errors.ts';
import type { DataSource } from '../../../config/config.ts';
import type { BoundStep, ChangeRow, ChangeStep, ReadStep } from '../../../store/script.ts';
import type { Driver, ReadOutcome } from '../../../store/store.ts';
import { readDatabaseError } from '../errors.ts';
import type { RowOutcome } from './row-batch.ts';
import type { Session, SessionStatement, TextRow, TextValues } from './session.ts';
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
  const statementOf = ({ step, values }: BoundStep): SessionStatement => ({
    text: step.text,
    values,
    name: source.prepared ? step.name : undefined,
  });
  const query: Driver['query'] = (text, values) => use((session) => session.query({ text, values }));
  return {
    read: (bound) =>
      use(async (session) => {
        const values = await again(() => session.read(statementOf(bound)));
        if (bound.step.unsettles) await settle(session);
        return values;
      }),
    ...(source.prepared && {
      together: {
        read: (bounds) => readTogether(sessions, bounds),
        isSmall: async ({ step: { text }, values }) => {
          const [row] = await use((session) => session.query({ text: `explain (format json) ${text}`, values }));
          const [explained] = JSON.parse(row?.['QUERY PLAN'] ?? '[]') as readonly ExplainedPlan[];
          return explained !== undefined && explained.Plan['Total Cost'] <= SMALL;
        },
      },
    }),
    changes: {
      change: (bound) =>
        use(async (session) => {
          const row = await again(() => change(session, bound, statementOf(bound)));
          if (bound.step.unsettles) await settle(session);
          return row;
        }),
      transaction: (work) =>
        use(async (session, slonik) => {
          let unsettled = false;
          const result = await slonik.transaction(() =>
            work((bound) => {
              unsettled ||= bound.step.unsettles === true;
              return change(session, bound, statementOf(bound)).catch((error) => {
                // slonik runs the transaction again that was taken back because of another one, and knows it by the error's own code.
                throw isOvertaken(error) ? error : toRefusal(error);
              });
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
 * What the planner holds to be small, in its units: a read by a key costs 8, a page of twenty rows by an index 10 to 30, three levels
 * of lists 500. https://www.postgresql.org/docs/current/runtime-config-query.html#RUNTIME-CONFIG-QUERY-CONSTANTS
 */
const SMALL = 100;

/** https://www.postgresql.org/docs/current/sql-explain.html, as JSON */
interface ExplainedPlan {
  readonly Plan: { readonly 'Total Cost': number };
}

async function readTogether(
  sessions: Sessions,
  bounds: readonly BoundStep<ReadStep>[],
): Promise<readonly ReadOutcome[]> {
  const reads = bounds.map(({ step, values }) => ({ text: step.text, name: step.name, values: values as TextValues }));
  let outcomes: readonly RowOutcome[] | undefined;
  try {
    await sessions.use(async (session) => {
      outcomes = await session.readAll(reads);
      // What ran before the session was lost counts all the same.
      const failed = outcomes.find((outcome) => outcome !== undefined && 'error' in outcome);
      if (failed !== undefined) throw failed.error;
    }, isSessionLost);
  } catch (error) {
    if (outcomes === undefined) throw toRefusal(error);
  }
  return (outcomes ?? []).map(
    (outcome) => outcome && ('row' in outcome ? { values: outcome.row } : { error: toRefusal(outcome.error) }),
  );
}

/** How often a statement is run that was taken back because of others. */
const ATTEMPTS = 5;

/** Runs a statement that is a transaction by itself; again where it was taken back because of others. */
async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
  }
  return run();
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

const settle = (session: Session): Promise<unknown> => session.query({ text: UNSETTLED.join('; ') });

/** The one row of a statement of a mutation. */
async function change(
  session: Session,
  { step }: BoundStep<ChangeStep>,
  statement: SessionStatement,
): Promise<ChangeRow> {
  if (step.isCall) {
    const [row = {}] = await session.query(statement);
    return outOf(row, step.captures);
  }
  const values = [...(await session.read(statement))];
  // As `ChangeVerbs` says.
  const n = step.write === undefined ? '0' : values.shift();
  const k = step.captures.length === 0 ? null : (values.shift() ?? null);
  const ok = step.ifUnfit === undefined ? null : (values.shift() ?? null);
  return { affected: Number(n ?? 0), fits: ok === null ? null : ok === 'true', captured: k, values };
}

/** What came out of a procedure, as the database writes it. */
const outOf = (row: TextRow, captures: readonly string[]): ChangeRow => ({
  affected: 0,
  fits: null,
  captured: JSON.stringify([captures.map((column) => row[column] ?? null)]),
  values: [],
});

/** What was refused already stays so, with all that is known of where. */
const toRefusal = (error: unknown): unknown => (error instanceof Refusal ? error : (readDatabaseError(error) ?? error));

/** https://www.postgresql.org/docs/current/errcodes-appendix.html, class 40 */
const isOvertaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('40');

/** What a session says that has lost what was prepared in it, as after a function's `deallocate all`: it is of no more use. */
const NO_SUCH_STATEMENT = '26000';

/** Errors of class 08, shutdowns of the server, and whatever came without the server's word; but not what we refuse ourselves. */
function isSessionLost(error: unknown): boolean {
  if (error instanceof Refusal) return error.cause !== undefined && isSessionLost(error.cause);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P') || code === NO_SUCH_STATEMENT;
}
