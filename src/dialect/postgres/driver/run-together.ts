import type { DataSource } from '../../../config/config.ts';
import type { TextRow } from '../../../store/result.ts';
import type { BoundStep, ChangeRow, ChangeStep } from '../../../store/script.ts';
import type { Driver, Outcome, Together } from '../../../store/store.ts';
import type { BatchStatement, RowOutcome } from './row-batch.ts';
import { isSessionLost, toRefusal } from './session-errors.ts';
import type { Sessions } from './sessions.ts';

/** Statements of several requests in one message. @param query runs what is not of any request */
export function runTogether(sessions: Sessions, query: Driver['query'], { statementTimeout }: DataSource): Together {
  const impatience = {
    name: 'impatience',
    text: "select set_config('statement_timeout', $1, true)",
    values: [String(Math.min(IMPATIENCE, statementTimeout))],
  };
  return {
    read: async (bounds) => {
      const outcomes = await runAll(sessions, bounds.map(toStatement));
      return bounds.map(({ step }, index) => {
        const outcome = outcomes[index];
        return (
          outcome && ('set' in outcome ? { value: step.read([outcome.set]) } : { error: toRefusal(outcome.error) })
        );
      });
    },
    insert: async (bounds) => toChangeRows(bounds, await runAll(sessions, [impatience, ...bounds.map(toStatement)])),
    isSmall: async ({ step: { text }, values }) => {
      const [row] = await query(`explain (format json) ${text}`, values);
      const [explained] = JSON.parse(String(row?.['QUERY PLAN'] ?? '[]')) as readonly ExplainedPlan[];
      return explained !== undefined && explained.Plan['Total Cost'] <= SMALL;
    },
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

/**
 * Milliseconds that each of several changes may take, up to the end of their transaction. Where one waits, as for a lock, all are soon
 * taken back; by itself it may wait, and keeps nobody else.
 */
const IMPATIENCE = 100;

const toStatement = ({ step: { text, name }, values }: BoundStep): BatchStatement => ({
  text,
  name,
  values: values as TextRow,
});

/** @throws Refusal Unavailable where there is no session */
async function runAll(sessions: Sessions, statements: readonly BatchStatement[]): Promise<readonly RowOutcome[]> {
  let outcomes: readonly RowOutcome[] | undefined;
  try {
    await sessions.use(async (session) => {
      outcomes = await session.runAll(statements);
      const failed = outcomes.find(isFailed);
      if (failed !== undefined) throw failed.error;
    }, isSessionLost);
  } catch (error) {
    // What ran before the session was lost counts all the same.
    if (outcomes === undefined) throw toRefusal(error);
  }
  return outcomes ?? [];
}

const isFailed = (outcome: RowOutcome): outcome is Extract<RowOutcome, { readonly error: Error }> =>
  outcome !== undefined && 'error' in outcome;

/**
 * All of one transaction, or nothing; where the session was lost nobody knows which.
 * @param outcomes those of the statements, behind that of `impatience`
 */
function toChangeRows(
  bounds: readonly BoundStep<ChangeStep>[],
  outcomes: readonly RowOutcome[],
): readonly Outcome<ChangeRow>[] {
  const failed = outcomes.find(isFailed);
  if (failed !== undefined) return bounds.map(() => (failed.undone ? undefined : { error: toRefusal(failed.error) }));
  return bounds.map(({ step }, index) => {
    const outcome = outcomes[index + 1];
    return outcome && 'set' in outcome ? { value: step.read([outcome.set]) } : undefined;
  });
}
