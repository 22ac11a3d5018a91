import { invariant } from '../base/invariant.ts';
import type { Write } from '../plan/shape/changes.ts';
import type { Operand, Predicate } from '../plan/shape/predicate.ts';
import type { EntryValue, PagedRows, Rows, Selection } from '../plan/shape/rows.ts';
import type { WriteVerbs } from './dialect.ts';
import type { DirectReturning } from './write-query.ts';

/** A write that changes rows, which a probe does not. */
export type RowWrite = Exclude<Write, { kind: 'probe' }>;

/** What a write tells of its rows by itself. */
export function returningOf({ kind, entity }: RowWrite, verbs: WriteVerbs): DirectReturning {
  return verbs.returns({
    kind,
    source: entity?.source.kind ?? 'table',
    // Of a junction that is no entity the triggers are not known: it may have some.
    triggers: entity?.source.triggers ?? true,
    hasKey: (entity?.key.length ?? 0) > 0,
  });
}

/**
 * Whether what a write returns is enough for a value of the answer: `row` is, where the value needs nothing but the
 * row.
 */
export const canReturnValues = (given: DirectReturning['values'], rows: Rows | PagedRows): boolean =>
  given === 'all' || (given === 'row' && isOwnSelection(rows.selection) && readsOnlyOwnRow(rows.visible));

/** The same for a row check. */
export const givesCheck = (given: DirectReturning['check'], predicate: Predicate): boolean =>
  given === 'all' || (given === 'row' && readsOnlyOwnRow(predicate));

const isOwnSelection = (selection: Selection): boolean => selection.every(({ value }) => OWN_VALUES.has(value.kind));

const OWN_VALUES: ReadonlySet<EntryValue['kind']> = new Set(['field', 'typename', 'null', 'hash'] as const);

/** Whether a condition looks at nothing but the row. */
export function readsOnlyOwnRow(predicate: Predicate | undefined): boolean {
  switch (predicate?.kind) {
    case undefined:
    case 'constant':
    case 'unknown':
    case 'matches':
      return true;
    case 'and':
    case 'or':
      return predicate.members.every(readsOnlyOwnRow);
    case 'not':
      return readsOnlyOwnRow(predicate.member);
    case 'compare':
      return isOwnOperand(predicate.left) && isOwnOperand(predicate.right);
    case 'in':
    case 'isNull':
    case 'arrayContains':
    case 'like':
      return isOwnOperand(predicate.operand);
    case 'fullText':
      return isOwnOperand(predicate.document);
    default:
      return false;
  }
}

function isOwnOperand(operand: Operand): boolean {
  if (operand.kind === 'field') return operand.path.length === 0;
  return operand.kind === 'call' ? isOwnOperand(operand.argument) : operand.kind === 'value';
}

/** Whether it writes one row at most. */
export const isOneRow = (write: Write): boolean =>
  write.atMostOne === true || (write.kind === 'insert' && write.rows.length === 1);

/** Whether the database may do more or less than the write says, as triggers and views can. */
export const hasTriggersOrIsView = ({ entity }: Write): boolean =>
  entity === undefined || entity.source.kind === 'view' || entity.source.triggers;

/**
 * Whether no later one of these writes may change the rows of this one. True without a key: such rows cannot be read
 * again anyway.
 */
export function isNotModifiedLater({ id, entity }: Write, acting: readonly Write[]): boolean {
  if (entity === undefined || entity.key.length === 0) return true;
  return !acting.some((write) => write.id > id && write.unless?.includes(id) !== true);
}

/** How a dialect writes. @throws Error where it only reads, since no schema of it has mutations */
export function writesOf({ name, writes }: { readonly name: string; readonly writes?: WriteVerbs }): WriteVerbs {
  invariant(writes, `${name} is written to`);
  return writes;
}
