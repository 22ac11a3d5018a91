import type { BoundStatement, ReadSession, UnitOutcome } from './driver.ts';
import type { Result } from './result.ts';

/** Runs a batch of one unit. @throws driver errors */
export async function runUnit(session: ReadSession, unit: BoundStatement): Promise<Result> {
  let outcome: UnitOutcome | undefined;
  await session.run([unit], (given) => {
    outcome = given;
  });
  if (outcome === undefined || 'error' in outcome) throw outcome?.error;
  return outcome.result;
}
