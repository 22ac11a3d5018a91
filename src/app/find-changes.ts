import type { Outcomes } from '../execute/run-changes.ts';
import type { Script } from '../store/script.ts';
import type { RootChange } from './application.ts';
import { findWrites } from './find-writes.ts';

const NONE: ReadonlyMap<string, RootChange> = new Map();

const NOTHING: RootChange = { affected: 0, created: false };

/** What happened to the rows of each field of the mutation root, by response key; empty for a query. */
export function findChanges(script: Script, outcomes: Outcomes): ReadonlyMap<string, RootChange> {
  if (outcomes.length === 0) return NONE;
  const changes = new Map<string, RootChange>();
  for (const { step, affected } of findWrites(script, outcomes)) {
    const before = changes.get(step.root) ?? NOTHING;
    changes.set(step.root, {
      affected: before.affected + affected,
      created: before.created || (step.inserts && affected > 0),
    });
  }
  return changes;
}
