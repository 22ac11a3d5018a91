import type { PlanReader } from '../store/driver.ts';
import { runOne } from '../store/run-one.ts';
import { cancellable } from './admission/cancellable.ts';
import type { SessionReadRequest } from './admission/session-request.ts';
import { toApiError } from './errors/to-api-error.ts';
import type { ExecutionContext } from './execution-context.ts';
import { toBoundStatement } from './run-request.ts';

/**
 * Returns the database's plan of a read, in the queue and with the limits of the read itself. The read never runs.
 * @throws ApiError for a full queue, a timeout, or the database's error; otherwise the error of the driver
 */
export function explainRead(
  read: SessionReadRequest,
  plans: PlanReader,
  context: Pick<ExecutionContext, 'driver' | 'admissions' | 'maxBytes'>,
): Promise<string> {
  const { driver, admissions } = context;
  const statement = plans.planQuery(toBoundStatement(read.bound, context));
  return admissions.reads.run(async () => {
    try {
      const result = await driver.reads.use((session) => cancellable(session, read, () => runOne(session, statement)));
      return plans.readPlan(result);
    } catch (error) {
      throw read.limit?.apiError ?? toApiError(error, driver);
    }
  }, read);
}
