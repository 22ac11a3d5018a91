import type { Entity } from './model.ts';
import type { ProblemList } from './problems.ts';

/** What somebody will look for in the API and not find, as the source does not allow it: one warning for each kind. */
export function reportUnreachable(entities: readonly Entity[], problems: ProblemList): void {
  const warn = (found: readonly Entity[], describe: (names: string) => string): void => {
    if (found.length > 0) problems.warning(['entities'], describe(found.map(({ name }) => name).join(', ')));
  };
  const rows = entities.filter(({ routine }) => routine === undefined);
  warn(
    rows.filter(({ allFields }) => allFields.size === 0),
    (names) => `Of these nothing can be read, because they have no columns: ${names}.`,
  );
  warn(
    rows.filter((entity) => entity.key.length === 0 && entity.allFields.size > 0 && mayChange(entity)),
    (names) =>
      `No item of these can be asked for, changed or deleted, because they have no key: ${names}. Name one with "primary-key": true in "fields" where there is one.`,
  );
  warn(
    rows.filter(({ key }) => key.some(({ type }) => type.list)),
    (names) => `No item of these can be asked for, changed or deleted, because a list is part of their key: ${names}.`,
  );
}

/** Whether some role was to change rows that are there. */
const mayChange = ({ operations, rights }: Entity): boolean =>
  (['update', 'delete'] as const).some(
    (action) => operations.has(action) && [...rights.values()].some((ofRole) => ofRole.has(action)),
  );
