import type { ReceivedRequest } from './observation.ts';
import type { Observers } from './observers.ts';

/** @param request absent without HTTP */
export function endStage(observers: Observers, request: ReceivedRequest | undefined, stage: string): void {
  if (request !== undefined && observers.isObserved('stage')) observers.observe({ kind: 'stage', request, stage });
}
