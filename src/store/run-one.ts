import type { BoundStatement, ReadSession, StatementOutcome } from './driver.ts';
import type { Result } from './result.ts';

export async function runOne(session: ReadSession, statement: BoundStatement): Promise<Result> {
  let outcome: StatementOutcome | undefined;
  await session.run([statement], (received) => {
    outcome = received;
  });
  if (outcome === undefined || 'error' in outcome) throw outcome?.error;
  return outcome.result;
}
