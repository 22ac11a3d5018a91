import type { Identity } from '../base/identity.ts';
import type { CallValues } from '../operation/operation.ts';
import { bindRequest, checkRows } from '../store/bind-request.ts';
import type { BoundRequest, Script } from '../store/script.ts';
import type { Snapshot } from './snapshot.ts';

interface Call {
  readonly values: CallValues;
  readonly identity: Identity;
}

/** @throws ApiError for an invalid value */
export function bindScript(
  { requests, rowPaths }: Script,
  { values, identity }: Call,
  { store, model, sessionContext }: Pick<Snapshot, 'store' | 'model' | 'sessionContext'>,
): readonly BoundRequest[] {
  checkRows(rowPaths, values, model.limits.rows);
  const bound = requests.map((request) => bindRequest(request, store, values));
  if (sessionContext === undefined) return bound;
  const settings = sessionContext(identity);
  return bound.map((request) => ({ ...request, settings }));
}
