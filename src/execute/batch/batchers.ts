import { invariant } from '../../base/invariant.ts';
import type { BatchSession, Driver, UnitOutcome } from '../../store/driver.ts';
import type { BoundRequest, ChangeRequest, ChangeRow, ReadStep, Statement } from '../../store/script.ts';
import type { Admission } from '../admission.ts';
import { type Running, runPlainRead, runRequest, toRefusal, unitOf } from '../run-request.ts';
import { isUnavailable } from '../try-again.ts';
import { type Outcome, StatementBatcher } from './statement-batcher.ts';

type Values = readonly (string | null)[];
type Rows = readonly (ChangeRow | undefined)[];

/** What requests may run together with those of others. */
export interface Batchers {
  readonly reads: StatementBatcher<ReadStep, Values>;
  /** Of plain inserts alone: what else changes rows could wait for others, and they for it, each behind the other. */
  readonly inserts: StatementBatcher<ChangeRequest, Rows>;
}

/**
 * Milliseconds that each of several inserts may take, up to the end of their transaction. Where one waits, as for a lock, all are soon
 * taken back; by itself it may wait, and keeps nobody else.
 */
const INSERT_TIMEOUT_MS = 100;

/** What an insert that failed is held to have taken: it took others back with it, and may be somebody's habit. */
const FAILED_INSERT_MS = 1000;

/** Undefined where the driver knows no batches. */
export function createBatchers(running: Running, admission: Admission): Batchers | undefined {
  const { driver } = running;
  const { useBatch } = driver;
  if (useBatch === undefined) return undefined;
  const isSmall = (bound: BoundRequest): Promise<boolean> => useBatch((session) => session.isSmall(unitOf(bound)));
  return {
    reads: new StatementBatcher<ReadStep, Values>(admission, {
      run: (bounds) => runReads(bounds, driver, useBatch),
      runAlone: (bound) => runPlainRead(bound, running),
      isSmall,
      failureMs: 0,
    }),
    inserts: new StatementBatcher<ChangeRequest, Rows>(admission, {
      run: (bounds) => runInserts(bounds, running, useBatch),
      runAlone: (bound) => runRequest(bound, running),
      isSmall,
      failureMs: FAILED_INSERT_MS,
    }),
  };
}

type UseBatch = <T>(work: (session: BatchSession) => Promise<T>) => Promise<T>;

/** Where one fails, those behind it come to nothing; so do all where there is no session. A lost one does no harm, as reads do nothing. */
async function runReads(
  bounds: readonly BoundRequest<ReadStep>[],
  driver: Driver,
  useBatch: UseBatch,
): Promise<readonly Outcome<Values>[]> {
  try {
    const outcomes = await useBatch((session) => session.runBatch(bounds.map(unitOf)));
    return bounds.map((bound, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined || 'result' in outcome) return readOutcome(bound, outcome);
      const error = toRefusal(outcome.error, driver);
      return { error, undone: isUnavailable(error) };
    });
  } catch (error) {
    const refusal = toRefusal(error, driver);
    if (isUnavailable(refusal)) return [];
    throw refusal;
  }
}

/**
 * All of one transaction, or nothing: where one fails, each comes to nothing. Where the session was lost nobody knows which.
 * One by itself has all the time that a statement has.
 */
async function runInserts(
  bounds: readonly BoundRequest<ChangeRequest>[],
  running: Running,
  useBatch: UseBatch,
): Promise<readonly Outcome<Rows>[]> {
  const [first, ...others] = bounds;
  invariant(first, 'a batch is of somebody');
  const { driver } = running;
  if (others.length === 0) {
    return [
      await runRequest(first, running).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      ),
    ];
  }
  const outcomes = await useBatch((session) => session.runBatch(bounds.map(unitOf), INSERT_TIMEOUT_MS)).catch(
    (error) => {
      throw toRefusal(error, driver);
    },
  );
  const failed = outcomes.find((outcome) => outcome !== undefined && 'error' in outcome);
  if (failed === undefined) return bounds.map((bound, index) => readOutcome(bound, outcomes[index]));
  const outcome = failed.undone ? undefined : { error: toRefusal(failed.error, driver) };
  return bounds.map(() => outcome);
}

/** What a statement came to whose batch did not fail. */
const readOutcome = <R>({ request }: { readonly request: Statement<R> }, outcome: UnitOutcome): Outcome<R> =>
  outcome && ('result' in outcome ? { value: request.read(outcome.result) } : outcome);
