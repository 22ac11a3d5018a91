import { invariant } from '../base/invariant.ts';
import type { Isolation } from '../store/driver.ts';
import type { BoundRequest, ChangeRequest, ChangeRow, ChangeStep } from '../store/script.ts';
import { checkOutcome } from './check-outcome.ts';
import { checkTime } from './check-time.ts';
import type { Executing } from './executing.ts';
import { explainEnd, explainFailure } from './explain-failure.ts';
import { Overtaken } from './overtaken.ts';
import { ifTakenBack, runRequest, toRefusal, unitOf } from './run-request.ts';
import { tryAgain } from './try-again.ts';
import { isLeftOut, Written } from './written.ts';

type Bound = BoundRequest<ChangeRequest>;

/** The outcome of each step, by index; undefined for a step that was left out. */
export type Outcomes = readonly (ChangeRow | undefined)[];

/** Runs one request of a mutation. */
type RunChange = (bound: Bound) => Promise<Outcomes>;

/** What changes are run with. */
export interface Changing extends Executing {
  readonly isolation: Isolation;
  /** By `performance.now()`: changes that are not done by then are undone. */
  readonly deadline: number;
}

/**
 * Runs the requests of a mutation, one after the other, in one transaction: where one fails, or its outcome is not as planned, all is
 * rolled back. A request that nothing can take back needs no transaction around it.
 * @throws Refusal by meaning of what the database said, or as the outcome of a step asks for; its details say which field by `path`
 */
export async function runChanges(requests: readonly Bound[], changing: Changing): Promise<Outcomes> {
  try {
    return await runAll(requests, changing);
  } catch (error) {
    throw explainEnd(
      error,
      requests.flatMap(({ request }) => request.steps),
      changing.model,
    );
  }
}

function runAll(requests: readonly Bound[], changing: Changing): Promise<Outcomes> {
  const { admissions, observers } = changing;
  const run = (runChange: RunChange): Promise<Outcomes> => runInTurn(requests, runChange, changing);
  const [first] = requests;
  if (first === undefined || !isAlone(requests)) {
    return admissions.changes.run(() => tryAgain(() => runInTransaction(run, changing), ifOvertaken, observers));
  }
  const alone: RunChange = (bound) => runRequest(bound, changing);
  return admissions.changes.run(() => tryAgain(() => run(alone), ifOvertaken, observers));
}

const ifOvertaken = (error: unknown) => (error instanceof Overtaken ? error.reason : undefined);

async function runInTransaction(
  run: (runChange: RunChange) => Promise<Outcomes>,
  { driver, isolation, observers }: Changing,
): Promise<Outcomes> {
  const ifBack = ifTakenBack(driver);
  try {
    return await driver.changes.use(async (session) => {
      let changesSession = false;
      const runChange: RunChange = async (bound) => {
        changesSession ||= bound.request.changesSession === true;
        const result = await session.run(unitOf(bound)).catch((error) => {
          // Where the database took the transaction back, its own error is needed: by that it is run again.
          throw ifBack(error) === undefined ? toRefusal(error, driver) : error;
        });
        return bound.request.read(result);
      };
      const outcomes = await tryAgain(() => session.transaction(() => run(runChange), isolation), ifBack, observers);
      if (changesSession) await session.reset();
      return outcomes;
    });
  } catch (error) {
    throw toRefusal(error, driver);
  }
}

async function runInTurn(
  requests: readonly Bound[],
  runChange: RunChange,
  { model, deadline }: Changing,
): Promise<Outcomes> {
  const outcomes: (ChangeRow | undefined)[] = [];
  const written = new Written();
  for (const bound of requests) {
    const { request } = bound;
    checkTime(deadline);
    const rows = request.steps.every((step) => isLeftOut(step, written))
      ? request.steps.map(() => undefined)
      : await runChange(written.bind(bound)).catch((error) => {
          throw explainFailure(error, request, model);
        });
    for (const [index, step] of request.steps.entries()) {
      const row = rows[index];
      if (row !== undefined) checkOutcome(step, row);
      if (row !== undefined) written.note(step, row);
      outcomes.push(row);
    }
  }
  // A request that is a transaction by itself is done by now, whatever the time.
  if (!isAlone(requests)) checkTime(deadline);
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
