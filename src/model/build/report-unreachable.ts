import { isOrderable } from '../../scalars/operators.ts';
import type { Entity } from '../model.ts';
import type { ProblemList } from './problems.ts';

const NO_COLUMNS = {
  message: 'Nothing of it can be read, as it has no columns.',
  kind: '{count} entities have no columns, so that nothing of them can be read',
};

const NO_KEY = {
  message:
    'No item of it can be asked for, changed or deleted, as it has no key; where columns tell its rows apart, say so by "primary-key": true in "fields".',
  kind: '{count} entities have no key, so that no item of them can be asked for, changed or deleted',
};

const NO_ORDER = {
  message:
    'Pages of it may repeat or skip rows, as it has no key and no column with an order. Set "primary-key": true in "fields" for the columns that identify a row, or add such a column.',
  kind: '{count} entities have no key and no column with an order, so that pages may repeat or skip rows',
};

const LIST_IN_KEY = {
  message: 'No item of it can be asked for, changed or deleted, as a list is part of its key.',
  kind: '{count} entities have a list in their key, so that no item of them can be asked for, changed or deleted',
};

/** Warns of what somebody will miss in the API, since the source does not allow it. */
export function reportUnreachable(entities: readonly Entity[], problems: ProblemList): void {
  for (const entity of entities) {
    const found = describe(entity);
    if (found !== undefined) problems.warning(['entities', entity.name, 'source'], found.message, found.kind);
  }
}

function describe(entity: Entity): typeof NO_COLUMNS | undefined {
  if (entity.routine !== undefined) return undefined;
  if (entity.allFields.size === 0) return NO_COLUMNS;
  if (entity.key.some(({ type }) => type.list)) return LIST_IN_KEY;
  if (entity.key.length > 0) return undefined;
  if (!entity.fields.some(({ type }) => isOrderable(type))) return NO_ORDER;
  return mayChange(entity) ? NO_KEY : undefined;
}

/** Whether some role has the right to change rows that are there. */
const mayChange = ({ operations, rights }: Entity): boolean =>
  (['update', 'delete'] as const).some(
    (action) => operations.has(action) && [...rights.values()].some((ofRole) => ofRole.has(action)),
  );
