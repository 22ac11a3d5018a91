import { refuse } from '../base/errors.ts';
import type { ChangeRow } from '../store/script.ts';
import { type Compiling, nameStatement } from './compile-plan.ts';
import type { StatementSql } from './dialect.ts';
import { printSql } from './print.ts';

/** A statement of a mutation, ready to be sent. @throws Refusal LimitExceeded for more values than a statement can have */
export function changeStatement({ sql, ...reader }: StatementSql<ChangeRow>, { dialect, generation }: Compiling) {
  const { text, slots } = printSql(sql, dialect);
  const max = dialect.changes?.maxParameters ?? Number.POSITIVE_INFINITY;
  if (slots.length > max) {
    const message = `The items have ${slots.length} values together, and the database takes ${max} at once: use several requests.`;
    refuse('LimitExceeded', message, { limit: 'values', max });
  }
  return { kind: 'change', text, name: nameStatement(text, generation), slots, ...reader } as const;
}
