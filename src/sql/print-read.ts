import type { Plan } from '../plan/shape/plan.ts';
import type { ReadRequest } from '../store/script.ts';
import { changeOfRoutine } from './changes-session.ts';
import type { Compiling } from './compiling.ts';
import { nameStatement } from './name-statement.ts';
import { printSql } from './print.ts';
import type { StatementSql } from './statement.ts';

/** The one statement of a query, ready to be sent. */
export function printRead(
  { sql, read }: StatementSql<readonly (string | null)[]>,
  { roots }: Plan,
  { dialect, generation, layout }: Compiling,
): ReadRequest {
  const { text, slots } = printSql(sql, dialect, layout);
  const runs = roots.flatMap((root) => (root.kind === 'call' ? (root.call.entity.routine ?? []) : []));
  const changesSession = runs.some((routine) => changeOfRoutine(routine, { dialect }).changesSession);
  const name = nameStatement(text, generation);
  return { kind: 'read', text, name, slots, read, calls: runs.length > 0, ...(changesSession && { changesSession }) };
}
