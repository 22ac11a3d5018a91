import type { ObservedChange } from '../base/observation.ts';
import type { Script } from '../store/script.ts';
import type { AnswerRequest } from './application.ts';
import type { Parts } from './parts.ts';
import type { ScriptOutcome } from './run-script.ts';

/** Tells who reads it what comes of a script. Nothing is done where nobody does. */
export function observeExecution(
  running: Promise<ScriptOutcome>,
  script: Script,
  { identity, received: request }: AnswerRequest,
  { observers }: Parts,
): void {
  const { steps, entities } = script;
  if (steps.length === 0 || !observers.reads('executed')) return;
  const since = performance.now();
  const tell = (changes: readonly ObservedChange[], failed: { readonly error?: unknown }): void => {
    const duration = performance.now() - since;
    const facts = { request, identity, entities, statements: steps.length, duration, changes };
    observers.observe({ kind: 'executed', ...facts, ...failed });
  };
  running.then(
    (outcome) => tell(changesOf(script, outcome), {}),
    (error) => tell([], { error }),
  );
}

/** What each write changed that changed anything. */
const changesOf = ({ steps }: Script, { outcomes }: ScriptOutcome): readonly ObservedChange[] =>
  outcomes.flatMap((outcome, index) => {
    const step = steps[index];
    if (outcome === undefined || outcome.affected === 0 || step?.kind !== 'change' || step.write === undefined)
      return [];
    return [{ entity: step.entity, rows: outcome.affected, created: step.inserts }];
  });
