import type { ReceivedRequest } from './observation.ts';
import type { Observers } from './observers.ts';

/**
 * A stage of a request ends, and the next one starts now.
 * @param request absent where what is asked came by another way than HTTP
 */
export function endStage(observers: Observers, request: ReceivedRequest | undefined, stage: string): void {
  if (request !== undefined && observers.reads('stage')) observers.observe({ kind: 'stage', request, stage });
}
