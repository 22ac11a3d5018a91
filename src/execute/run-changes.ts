import { Refusal } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { Calls, Driver } from '../store/driver.ts';
import { MayHaveCommitted } from '../store/may-have-committed.ts';
import type { BoundRequest, ChangeRequest, ChangeRow, ChangeStep } from '../store/script.ts';
import { cancellable } from './cancellable.ts';
import { checkOutcome } from './check-outcome.ts';
import type { Claim } from './claim.ts';
import type { Executing } from './executing.ts';
import { explainEnd, explainFailure } from './explain-failure.ts';
import { isUnwanted, unwanted } from './is-unwanted.ts';
import { Overtaken } from './overtaken.ts';
import { ifTakenBack, resetSession, runRequest, unitOf } from './run-request.ts';
import { asUndone, isTimeout, toFinal, toPartlyDone, toRefusal, toUndone } from './to-refusal.ts';
import { tryAgain } from './try-again.ts';
import { isLeftOut, Written, withBound } from './written.ts';

type Bound = BoundRequest<ChangeRequest>;

/** The outcome of each step, by index; undefined for a step that was left out. */
export type Outcomes = readonly (ChangeRow | undefined)[];

/** Runs one request of a mutation. */
type RunChange = (bound: Bound) => Promise<Outcomes>;

/**
 * Runs the requests of a mutation, one after the other, in one transaction: where one fails, or its outcome is not as planned, all is
 * rolled back. A request that nothing can take back needs no transaction around it. What is not done when nobody waits any more is stopped in
 * the database.
 * @throws Refusal by meaning of what the database said, or as the outcome of a step asks for; its details say which field by `path`. `Unavailable`
 * and `DatabaseTimeout` mean that nothing was done; `OutcomeUnknown`, that the session was lost when it was to be done for good
 */
export async function runChanges(requests: readonly Bound[], claim: Claim, executing: Executing): Promise<Outcomes> {
  const { admissions, driver, observers, model } = executing;
  const once = isAlone(requests)
    ? () => runInTurn(requests, (bound) => runRequest(bound, claim, executing), { model, claim })
    : () => runInTransaction(requests, claim, executing);
  try {
    return await admissions.changes.run(() => tryAgain(once, ifMayPass(requests, driver), observers), claim);
  } catch (error) {
    const steps = requests.flatMap(({ request }) => request.steps);
    throw explainEnd(isTimeout(error) && isUnwanted(claim) ? tooLate(error) : error, steps, { model, claim });
  }
}

/** Returns why changes may be run again. A procedure may have committed before a session rejected changes. */
const ifMayPass = (requests: readonly Bound[], driver: Driver) => (error: unknown) => {
  if (error instanceof Overtaken) return error.reason;
  return callsOf(requests) === undefined && driver.meaning(error).rejectsChanges ? 'changesRejected' : undefined;
};

/** The changes were taken back: by the database that was asked to stop, or by us. */
const tooLate = (cause: unknown): Refusal =>
  new Refusal('DatabaseTimeout', 'The changes took too long and were undone: ask for less.', { cause });

async function runInTransaction(requests: readonly Bound[], claim: Claim, executing: Executing): Promise<Outcomes> {
  const { driver, store, observers, model } = executing;
  const ifBack = ifTakenBack(driver);
  const calls = callsOf(requests);
  const changesSession = requests.some(({ request }) => request.changesSession);
  const isTakenBack = (error: unknown): boolean => ifBack(error) !== undefined;
  let isDone = false;
  try {
    return await driver.changes.use(async (session) => {
      const runChange: RunChange = async (bound) => {
        const result = await cancellable(session, claim, () => session.run(unitOf(bound, executing))).catch((error) => {
          // Where the database took the transaction back, its own error is needed: by that it is run again.
          if (isTakenBack(error)) throw error;
          throw calls === undefined || calls === 'shared' ? toUndone(error, driver) : toRefusal(error, driver);
        });
        return bound.request.read(result);
      };
      const work = async (): Promise<Outcomes> => {
        const outcomes = await runInTurn(requests, runChange, { model, claim, isTakenBack });
        if (isUnwanted(claim)) throw unwanted;
        isDone = true;
        return outcomes;
      };
      let isRepeated = false;
      const transact = async (): Promise<Outcomes> => {
        isDone = false;
        // A temporary table that a procedure made outlasts its transaction.
        if (isRepeated && changesSession) await resetSession(session);
        isRepeated = true;
        return session.transaction(work, store.isolation, calls);
      };
      try {
        return await tryAgain(transact, ifBack, observers);
      } finally {
        if (changesSession) await resetSession(session);
      }
    });
  } catch (error) {
    if (error instanceof MayHaveCommitted) throw toPartlyDone(error.cause, driver);
    if (calls === 'reading') throw toRefusal(error, driver);
    // Once all of it has run, what fails is the commit.
    if (isDone) throw toFinal(error, driver);
    throw calls === 'alone' ? asUndone(toRefusal(error, driver)) : toUndone(error, driver);
  }
}

function callsOf(requests: readonly Bound[]): Calls | undefined {
  const steps = requests.flatMap(({ request }) => request.steps);
  if (!steps.some(({ isCall }) => isCall)) return undefined;
  if (steps.every(({ onlyReads }) => onlyReads)) return 'reading';
  // All steps of one procedure are of one field.
  return new Set(steps.map(({ root }) => root)).size === 1 ? 'alone' : 'shared';
}

async function runInTurn(
  requests: readonly Bound[],
  runChange: RunChange,
  context: Parameters<typeof explainFailure>[2] & { readonly isTakenBack?: (error: unknown) => boolean },
): Promise<Outcomes> {
  const outcomes: (ChangeRow | undefined)[] = [];
  const written = new Written();
  for (const bound of requests) {
    const { request } = bound;
    if (request.steps.every((step) => isLeftOut(step, written))) {
      // What its slots would be filled with was never captured.
      for (const _ of request.steps) outcomes.push(undefined);
      continue;
    }
    const filled = written.bind(bound);
    const rows = await runChange(filled).catch((error) => {
      throw context.isTakenBack?.(error) ? error : explainFailure(error, filled, context);
    });
    for (const [index, step] of request.steps.entries()) {
      const row = rows[index];
      if (row !== undefined) {
        checkOutcome(step, row, written.count(step.write));
        written.note(step, withBound(row, filled));
      }
      outcomes.push(row);
    }
  }
  return outcomes;
}

/**
 * Whether the first request needs no transaction around it: it begins and commits by itself, or nothing can take back what it did, and the
 * other requests are probes that run only where it changed nothing.
 */
function isAlone([first, ...others]: readonly Bound[]): boolean {
  if (first?.request.ownsTransaction) {
    invariant(others.length === 0, 'what is to be one transaction is in the request that owns it');
    return true;
  }
  const [step] = first?.request.steps ?? [];
  if (step === undefined || first?.request.standsAlone !== true) return false;
  return others.every(({ request }) => request.steps.every((other) => looksUnless(other, step)));
}

const looksUnless = ({ onSome, unless }: ChangeStep, { write }: ChangeStep): boolean =>
  onSome !== undefined && write !== undefined && unless.includes(write);
