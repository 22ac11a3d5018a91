import type { BoundRequest, ReadRequest } from '../../store/script.ts';
import type { Admission } from '../admission.ts';
import { type Running, runPlainRead, toRefusal, unitOf } from '../run-request.ts';
import { runUnit } from '../run-unit.ts';
import { isUnavailable } from '../try-again.ts';
import { type Outcome, StatementBatcher } from './statement-batcher.ts';

type Values = readonly (string | null)[];

/** Runs cheap reads together with those of other callers. */
export type ReadBatcher = StatementBatcher<ReadRequest, Values>;

/** Undefined where a session takes one statement at a time. */
export function createBatcher(running: Running, admission: Admission): ReadBatcher | undefined {
  const { driver } = running;
  const { estimate } = driver;
  if (estimate === undefined) return undefined;
  return new StatementBatcher<ReadRequest, Values>(admission, {
    run: (bounds) => runReads(bounds, running),
    runAlone: (bound) => runPlainRead(bound, running),
    isSmall: async (bound) =>
      estimate.isSmall(await driver.reads.use((session) => runUnit(session, estimate.unitFor(unitOf(bound))))),
    failureMs: 0,
  });
}

/** Reads that had no outcome, as the session was lost, are run again by themselves: they change nothing. */
async function runReads(
  bounds: readonly BoundRequest<ReadRequest>[],
  { driver }: Running,
): Promise<readonly Outcome<Values>[]> {
  const outcomes: Outcome<Values>[] = bounds.map(() => undefined);
  try {
    await driver.reads.use((session) =>
      session.run(bounds.map(unitOf), (outcome, index) => {
        const bound = bounds[index];
        if (bound === undefined) return;
        if ('error' in outcome) {
          const error = toRefusal(outcome.error, driver);
          outcomes[index] = { error, undone: isUnavailable(error) };
        } else outcomes[index] = { value: bound.request.read(outcome.result) };
      }),
    );
    return outcomes;
  } catch (error) {
    const refusal = toRefusal(error, driver);
    if (isUnavailable(refusal)) return outcomes;
    throw refusal;
  }
}
