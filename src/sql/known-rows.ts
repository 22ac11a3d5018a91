import { invariant } from '../base/invariant.ts';
import type { Write } from '../plan/shape/changes.ts';
import type { Operand, Predicate } from '../plan/shape/predicate.ts';
import type { EntryValue, PagedRows, Rows, Selection } from '../plan/shape/rows.ts';
import type { WriteVerbs } from './dialect.ts';
import type { Returned } from './write-query.ts';

/** A write that changes rows, which a probe does not. */
type Changing = Exclude<Write, { kind: 'probe' }>;

/** What a write tells of its rows by itself. */
export function returnedBy({ kind, entity }: Changing, verbs: WriteVerbs): Returned {
  return verbs.returns({
    kind,
    source: entity?.source.kind ?? 'table',
    // A junction that is a plain table may have any.
    triggers: entity?.source.triggers ?? true,
    hasKey: (entity?.key.length ?? 0) > 0,
  });
}

/** Whether this much is enough for the values of the answer. */
export const givesValues = (given: Returned['values'], rows: Rows | PagedRows): boolean =>
  given === 'all' || (given === 'row' && isOwnSelection(rows.selection) && isOwnPredicate(rows.visible));

/** Whether this much is enough for a condition. */
export const givesCheck = (given: Returned['check'], predicate: Predicate): boolean =>
  given === 'all' || (given === 'row' && isOwnPredicate(predicate));

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
export const isActedOn = ({ entity }: Write): boolean =>
  entity === undefined || entity.source.kind === 'view' || entity.source.triggers;

/** Whether none of these writes comes later, and changes the rows of this one. Rows without a key are not found again, whatever happens. */
export function isLeftAlone({ id, entity }: Write, acting: readonly Write[]): boolean {
  if (entity === undefined || entity.key.length === 0) return true;
  return !acting.some((write) => write.id > id && write.unless?.includes(id) !== true);
}

/** @throws Error where the schema has mutations that the dialect does not write */
export function writesOf({ name, writes }: { readonly name: string; readonly writes?: WriteVerbs }): WriteVerbs {
  invariant(writes, `${name} is written to`);
  return writes;
}
