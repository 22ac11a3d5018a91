import type { Outcomes } from '../execute/run-changes.ts';
import type { Script } from '../store/script.ts';
import type { RootChange } from './application.ts';

const NONE: ReadonlyMap<string, RootChange> = new Map();

const NOTHING: RootChange = { affected: 0, created: false };

/** What became of the rows, for each field of the mutation root, by response key; nothing for a query. */
export function findChanges({ steps }: Script, outcomes: Outcomes): ReadonlyMap<string, RootChange> {
  if (outcomes.length === 0) return NONE;
  const changes = new Map<string, RootChange>();
  for (const [index, outcome] of outcomes.entries()) {
    const step = steps[index];
    if (outcome === undefined || step?.kind !== 'change' || step.write === undefined) continue;
    const { affected, created } = changes.get(step.root) ?? NOTHING;
    changes.set(step.root, {
      affected: affected + outcome.affected,
      created: created || (step.inserts && outcome.affected > 0),
    });
  }
  return changes;
}
