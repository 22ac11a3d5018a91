import { invariant } from '../base/invariant.ts';
import type { Write } from '../plan/shape/changes.ts';
import type { Operand, Predicate } from '../plan/shape/predicate.ts';
import type { EntryValue, PagedRows, Rows, Selection } from '../plan/shape/rows.ts';
import type { MutationGenerators } from './dialect.ts';
import type { DirectReturning } from './write-query.ts';

export type RowWrite = Exclude<Write, { kind: 'probe' }>;

export function returningOf({ kind, entity }: RowWrite, generators: MutationGenerators): DirectReturning {
  return generators.returns({
    kind,
    source: entity?.source.kind ?? 'table',
    // The triggers of a junction without an entity are unknown.
    triggers: entity?.source.triggers ?? true,
    hasKey: (entity?.key.length ?? 0) > 0,
  });
}

export const canReturnValues = (returnable: DirectReturning['values'], rows: Rows | PagedRows): boolean =>
  returnable === 'all' || (returnable === 'row' && isOwnSelection(rows.selection) && readsOnlyOwnRow(rows.visible));

export const canReturnCheck = (returnable: DirectReturning['check'], predicate: Predicate): boolean =>
  returnable === 'all' || (returnable === 'row' && readsOnlyOwnRow(predicate));

const isOwnSelection = (selection: Selection): boolean => selection.every(({ value }) => OWN_VALUES.has(value.kind));

const OWN_VALUES: ReadonlySet<EntryValue['kind']> = new Set(['field', 'typename', 'null', 'hash'] as const);

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

export const isOneRow = (write: Write): boolean =>
  write.kind === 'insert' ? write.rows.length === 1 : 'atMostOne' in write && write.atMostOne === true;

/** Returns true if the write may have side effects or skip rows. */
export const hasTriggersOrIsView = ({ entity }: Write): boolean =>
  entity === undefined || entity.source.kind === 'view' || entity.source.triggers;

/** Returns true if no later write may change these rows, or if they have no key and cannot be re-read. */
export function isNotModifiedLater({ id, entity }: Write, writesWithSideEffects: readonly Write[]): boolean {
  if (entity === undefined || entity.key.length === 0) return true;
  return !writesWithSideEffects.some((write) => write.id > id && write.unless?.includes(id) !== true);
}

/** @throws Error for a read-only dialect; its schemas have no mutations */
export function writesOf({
  name,
  writes,
}: {
  readonly name: string;
  readonly writes?: MutationGenerators;
}): MutationGenerators {
  invariant(writes, `${name} supports writes`);
  return writes;
}
