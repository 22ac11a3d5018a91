import type { CallValues } from '../operation/operation.ts';
import { bindRequest } from '../store/bind-request.ts';
import { checkRows } from '../store/check-rows.ts';
import type { BoundRequest, Script } from '../store/script.ts';
import type { Parts } from './parts.ts';

/** The Script's requests with the values of one call, all checked. @throws Refusal */
export function bindScript(
  { requests, rowPaths }: Script,
  values: CallValues,
  { store, model }: Pick<Parts, 'store' | 'model'>,
): readonly BoundRequest[] {
  checkRows(rowPaths, values, model.limits.rows);
  return requests.map((request) => bindRequest(request, store, values));
}
