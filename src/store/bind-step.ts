import { refuse } from '../base/errors.ts';
import { assertNever } from '../base/invariant.ts';
import { readSlot, type Variables } from '../operation/operation.ts';
import { refuseCursor } from '../plan/plan-connection.ts';
import type { Slot } from '../plan/slot.ts';
import { parseCursor } from '../scalars/cursor.ts';
import type { BoundStep, ReadStep } from './script.ts';
import type { Store } from './store.ts';

/**
 * Values into slots. Runs on every call, cached or not: every check that a plan left open is made here.
 * @throws Refusal BadRequest with what to change
 */
export function bindStep(step: ReadStep, store: Store, variables: Variables): BoundStep {
  return { step, values: step.slots.map((slot) => store.encode(checkSlot(slot, variables), slot)) };
}

/** A slot's value under these variables, checked; in its neutral form. */
export function checkSlot({ source, use }: Slot, variables: Variables): unknown {
  const value = readSlot(source, variables);
  switch (use.kind) {
    case 'value':
      return checkText(value);
    case 'values':
      return checkValues(value as readonly unknown[], use.max);
    case 'pattern':
      return use.start + checkText(value as string).replace(/[\\%_]/g, '\\$&') + use.end;
    case 'size':
      return checkSize(value as number, use.argument, use.max);
    case 'offset':
      return checkOffset(value as number);
    case 'cursor': {
      const cursor = parseCursor(value as string);
      if (cursor.order !== use.order) refuseCursor(use.argument);
      return checkText(cursor.values[use.index]);
    }
    default:
      return assertNever(use);
  }
}

function checkValues(values: readonly unknown[], max: number): readonly unknown[] {
  if (values.length > max) {
    refuse(
      'LimitExceeded',
      `A list of "in" or "nin" may have at most ${max} values, found ${values.length}; ask in several requests.`,
      {
        limit: 'in',
        max,
      },
    );
  }
  return values.filter((value) => value !== null).map(checkText);
}

/** No database keeps half a surrogate pair, and PostgreSQL no NUL: said here rather than by a failing statement. */
function checkText<T>(value: T): T {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    refuse('BadRequest', 'Text may not hold NUL or half of a surrogate pair; leave such characters out.');
  }
  return value;
}

function checkSize(value: number, argument: string, max: number): number {
  if (value < 0) refuse('BadRequest', `"${argument}" must be 0 or more, found ${value}.`);
  if (value > max) {
    refuse('LimitExceeded', `"${argument}" may be at most ${max}, found ${value}; take several pages.`, {
      limit: 'page',
      max,
    });
  }
  return value;
}

function checkOffset(value: number): number {
  return value >= 0 ? value : refuse('BadRequest', `"offset" must be 0 or more, found ${value}.`);
}
