import { randomUUID } from 'node:crypto';
import type { ReceivedRequest } from '../../base/observation.ts';
import type { Observers } from '../../base/observers.ts';

/** Observes a fault of the service. @returns the id under which the log has it */
export function observeFault(error: unknown, request: ReceivedRequest, observe: Observers['observe']): string {
  const logId = randomUUID();
  observe({ kind: 'fault', logId, error, request });
  return logId;
}
