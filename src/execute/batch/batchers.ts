import { invariant } from '../../base/invariant.ts';
import type { BatchSession, Driver, UnitOutcome } from '../../store/driver.ts';
import type { BoundRequest, ChangeRequest, ChangeRow, ReadRequest, Statement } from '../../store/script.ts';
import type { Admission } from '../admission.ts';
import { type Running, runPlainRead, runRequest, toRefusal, unitOf } from '../run-request.ts';
import { isUnavailable } from '../try-again.ts';
import { type Outcome, StatementBatcher } from './statement-batcher.ts';

type Values = readonly (string | null)[];
type Rows = readonly (ChangeRow | undefined)[];

/** Batchers for the two kinds of requests that may run together with those of other callers. */
export interface Batchers {
  readonly reads: StatementBatcher<ReadRequest, Values>;
  /** Plain inserts alone. Updates and deletes could wait for rows of another batch, which waits for theirs. */
  readonly inserts: StatementBatcher<ChangeRequest, Rows>;
}

/**
 * Milliseconds that each of several inserts may take, and their commit. Where one waits, for a lock for example, all are soon taken back,
 * and each is run by itself: there it may wait without keeping others, and each refusal reaches the one whom it is about.
 */
const INSERT_TIMEOUT_MS = 100;

/** Milliseconds that a failed insert counts for: it took others back with it, and may fail again and again. */
const FAILED_INSERT_MS = 1000;

/** Undefined where the driver knows no batches. */
export function createBatchers(running: Running, admission: Admission): Batchers | undefined {
  const { driver } = running;
  const { useBatch } = driver;
  if (useBatch === undefined) return undefined;
  const isSmall = (bound: BoundRequest): Promise<boolean> => useBatch((session) => session.isSmall(unitOf(bound)));
  return {
    reads: new StatementBatcher<ReadRequest, Values>(admission, {
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

/** Where one fails, those behind it have no outcome; without a session none has. They are run again by themselves, as reads change nothing. */
async function runReads(
  bounds: readonly BoundRequest<ReadRequest>[],
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
 * Runs all as one transaction: where one fails, none has an outcome, and each is run again by itself. Where the session was lost nobody knows
 * whether they were done: all fail. A single insert has all the time that a statement has.
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

/** The outcome of one statement of a batch. */
const readOutcome = <R>({ request }: { readonly request: Statement<R> }, outcome: UnitOutcome): Outcome<R> =>
  outcome && ('result' in outcome ? { value: request.read(outcome.result) } : outcome);
