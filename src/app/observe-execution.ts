import type { ObservedChange } from '../base/observation.ts';
import type { Script } from '../store/script.ts';
import type { AnswerRequest } from './application.ts';
import { findWrites } from './find-writes.ts';
import type { Parts } from './parts.ts';
import type { ScriptOutcome } from './run-script.ts';

/** Observes the outcome of a Script, if somebody reads that. */
export function observeExecution(
  running: Promise<ScriptOutcome>,
  script: Script,
  { identity, received: request }: AnswerRequest,
  { observers }: Parts,
): void {
  const { requests, entities } = script;
  if (requests.length === 0 || !observers.reads('executed')) return;
  const since = performance.now();
  const tell = (changes: readonly ObservedChange[], failed: { readonly error?: unknown }): void => {
    const duration = performance.now() - since;
    const facts = { request, identity, entities, statements: requests.length, duration, changes };
    observers.observe({ kind: 'executed', ...facts, ...failed });
  };
  running.then(
    (outcome) => tell(changesOf(script, outcome), {}),
    (error) => tell([], { error }),
  );
}

/** The changes of each write that changed a row. */
const changesOf = (script: Script, { outcomes }: ScriptOutcome): readonly ObservedChange[] =>
  findWrites(script, outcomes).flatMap(({ step, affected }) =>
    affected === 0 ? [] : [{ entity: step.entity, rows: affected, created: step.inserts }],
  );
