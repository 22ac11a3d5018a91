import type { Outcomes } from '../execute/run-changes.ts';
import type { ChangeStep, Script, Step } from '../store/script.ts';
import type { RootChange } from './application.ts';

const NONE: ReadonlyMap<string, RootChange> = new Map();

/** What became of the rows, for each field of the mutation root, by response key; nothing for a query. */
export function findChanges({ steps }: Script, outcomes: Outcomes): ReadonlyMap<string, RootChange> {
  if (outcomes.length === 0) return NONE;
  const writes = steps.flatMap((step, index) => {
    const row = outcomes[index];
    return isWrite(step) && row !== undefined ? [{ step, affected: row.affected }] : [];
  });
  return new Map(
    [...Map.groupBy(writes, ({ step }) => step.root)].map(([root, ofRoot]) => [
      root,
      {
        affected: ofRoot.reduce((sum, { affected }) => sum + affected, 0),
        created: ofRoot.some(({ step, affected }) => step.inserts && affected > 0),
      },
    ]),
  );
}

const isWrite = (step: Step): step is ChangeStep => step.kind === 'change' && step.write !== undefined;
