import type { ReceivedRequest } from './observation.ts';
import type { Observers } from './observers.ts';

/** Ends the current stage, and starts the next stage. @param request absent without HTTP */
export function endStage(observers: Observers, request: ReceivedRequest | undefined, stage: string): void {
  if (request === undefined || !observers.isObserved('stage')) return;
  const now = performance.now();
  const duration = now - (request.stageStartedAt ?? now);
  request.stageStartedAt = now;
  observers.observe({ kind: 'stage', request, stage, duration });
}
