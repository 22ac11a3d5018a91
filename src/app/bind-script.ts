import type { Identity } from '../base/identity.ts';
import type { ReceivedRequest } from '../base/observation.ts';
import type { CallValues } from '../operation/operation.ts';
import { bindRequest, checkRows } from '../store/bind-request.ts';
import { reportTime } from '../store/observe-statements.ts';
import type { BoundRequest, Script } from '../store/script.ts';
import type { Snapshot } from './snapshot.ts';

interface Call {
  readonly values: CallValues;
  readonly identity: Identity;
  readonly received?: ReceivedRequest | undefined;
}

interface BindContext extends Pick<Snapshot, 'store' | 'model' | 'sessionSettingsOf' | 'tracing'> {
  /** Absent if the statements do not run. */
  readonly observers?: Snapshot['observers'];
}

/** @throws ApiError for an invalid value */
export function bindScript(
  { requests, rowPaths }: Script,
  { values, identity, received }: Call,
  { store, model, sessionSettingsOf, tracing, observers }: BindContext,
): readonly BoundRequest[] {
  checkRows(rowPaths, values, model.limits.rows);
  const bound = requests.map((request) => bindRequest(request, store, values));
  const span = tracing?.traceOf(received);
  const trace =
    received !== undefined && observers?.isObserved('statement') ? reportTime(received, span, observers.observe) : span;
  if (sessionSettingsOf === undefined && trace === undefined) return bound;
  const settings = sessionSettingsOf?.(identity);
  return bound.map((request) => ({ ...request, ...(settings && { settings }), ...(trace && { trace }) }));
}
