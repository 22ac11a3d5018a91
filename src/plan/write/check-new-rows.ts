import { refuse } from '../../base/errors.ts';
import type { Model } from '../../model/model.ts';
import type { Root } from '../shape/plan.ts';

/** Bounds the rows that one operation creates, nested ones counted. @throws Refusal LimitExceeded with the maximum */
export function checkNewRows(roots: readonly Root[], { limits: { newRows: max } }: Pick<Model, 'limits'>): void {
  const rows = roots
    .flatMap((root) => (root.kind === 'change' ? root.change.writes : []))
    .reduce((sum, write) => sum + (write.kind === 'insert' ? write.rows.length : 0), 0);
  if (rows <= max) return;
  refuse('LimitExceeded', `This would create ${rows} rows, and may create ${max}: use several requests.`, {
    limit: 'new-rows',
    max,
  });
}
