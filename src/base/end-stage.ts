import type { ReceivedRequest } from './observation.ts';
import type { Observers } from './observers.ts';

/** Reports the end of a stage. @param request absent if the operation did not arrive by HTTP */
export function endStage(observers: Observers, request: ReceivedRequest | undefined, stage: string): void {
  if (request !== undefined && observers.isObserved('stage')) observers.observe({ kind: 'stage', request, stage });
}
