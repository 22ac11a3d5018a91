import type { Entity } from '../model/model.ts';
import type { Write } from '../plan/shape/changes.ts';
import type { Operand, Predicate } from '../plan/shape/predicate.ts';
import type { EntryValue, PagedRows, Rows, Selection } from '../plan/shape/rows.ts';

/**
 * Whether a write knows by itself what its rows are afterwards: while it runs, other tables, and what triggers do, look as they did
 * before. What is deleted was as it was before. Rows without a key are not found again.
 */
export function canGive(write: Write, rows: Rows | PagedRows): boolean {
  if (write.kind === 'delete' || write.entity === undefined || write.entity.key.length === 0) return true;
  return isOwn(write.entity) && isOwnSelection(rows.selection) && isOwnPredicate(rows.visible);
}

/** Whether a write knows by itself whether its rows fulfil a condition afterwards. */
export function canTell(write: Write, predicate: Predicate): boolean {
  if (write.entity === undefined || write.entity.key.length === 0) return true;
  return isOwn(write.entity) && isOwnPredicate(predicate);
}

const isOwn = ({ source }: Entity): boolean => source.kind === 'table' && !source.triggers;

const isOwnSelection = (selection: Selection): boolean => selection.every(({ value }) => OWN_VALUES.has(value.kind));

const OWN_VALUES: ReadonlySet<EntryValue['kind']> = new Set(['field', 'typename', 'null', 'hash'] as const);

/** Whether a condition looks at nothing but the row. */
function isOwnPredicate(predicate: Predicate | undefined): boolean {
  switch (predicate?.kind) {
    case undefined:
    case 'constant':
    case 'unknown':
      return true;
    case 'and':
    case 'or':
      return predicate.members.every(isOwnPredicate);
    case 'not':
      return isOwnPredicate(predicate.member);
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

/** Whether the database itself may act along with the write: on other rows, or so that not all is done that was said. */
export const isActedOn = ({ entity }: Write): boolean => entity === undefined || !isOwn(entity);

/** Whether none of these writes comes later, and changes the rows of this one. Rows without a key are not found again, whatever happens. */
export function isLeftAlone({ id, entity }: Write, acting: readonly Write[]): boolean {
  if (entity === undefined || entity.key.length === 0) return true;
  return !acting.some((write) => write.id > id && write.unless?.includes(id) !== true);
}
