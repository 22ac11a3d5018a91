import { randomUUID } from 'node:crypto';
import type { ReceivedRequest } from '../../base/observation.ts';
import type { Observers } from '../../base/observers.ts';

/** @returns the id of the log entry */
export function observeInternalError(error: unknown, request: ReceivedRequest, observe: Observers['observe']): string {
  const logId = randomUUID();
  observe({ kind: 'internalError', logId, error, request });
  return logId;
}
