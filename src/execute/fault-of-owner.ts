import { Refusal, reworded } from '../base/errors.ts';
import type { FieldType, Model } from '../model/model.ts';
import type { Slot } from '../plan/shape/slot.ts';
import { isNumber } from '../scalars/operators.ts';
import { failedWithin } from '../store/failed-within.ts';
import { SchemaChanged } from '../store/schema-changed.ts';
import { Violation, type ViolationKind } from '../store/violation.ts';

/**
 * Returns the error of a statement in which a routine or a trigger took part. Not every database reports whose error it is: an error that our own
 * statements never cause is the routine's, and so is a missing name if the catalog still has it after a reload.
 */
export function faultOfRoutine(error: unknown): unknown {
  if (error instanceof SchemaChanged)
    return new SchemaChanged(error.cause, error.otherwise ?? failedWithin(error.cause));
  // Our own statements divide by nothing that a client gives.
  if (error instanceof Violation && error.kind === 'dividedByZero') {
    const failed = failedWithin(error) ?? error;
    // What the driver knows includes the functions that were running.
    return error.fault === undefined ? failed : reworded(failed, { fault: error.fault });
  }
  return error instanceof Refusal ? error : (failedWithin(error) ?? error);
}

/**
 * Returns the error of a write to tables of which one has triggers. Some databases do not report that a trigger failed, so an
 * error that cannot be about the written values is attributed to the trigger: one about a column of another table, or about an
 * expression although the service has checked all values.
 */
export function faultOfTrigger(
  error: unknown,
  { entities, slots }: Pick<FailedStatement, 'entities' | 'slots'>,
  model: Model,
): unknown {
  const explained = faultOfRoutine(error);
  if (!(explained instanceof Violation) || !OF_VALUE.has(explained.kind)) return explained;
  const { table, columns = [], isOfExpression } = explained.facts;
  const written = entities.flatMap((name) => model.byName.get(name) ?? []);
  // A view has other names for the columns of its tables.
  if (written.some(({ source }) => source.kind !== 'table')) return explained;
  const isOther =
    (table !== undefined && !written.some(({ source }) => source.name === table)) ||
    columns.some((name) => !written.some(({ allFields }) => [...allFields.values()].some((f) => f.column === name)));
  const isChecked = slots.every(({ use }) => 'type' in use && !use.type.asText && use.type.scalar !== 'JSON');
  return isOther || (isOfExpression && isChecked) ? (failedWithin(explained, entities) ?? explained) : explained;
}

const OF_VALUE: ReadonlySet<ViolationKind> = new Set(['malformed', 'outOfRange', 'tooLong']);

/** A statement whose error is explained. */
interface FailedStatement {
  /** Names of the entities that it reads or changes. */
  readonly entities: readonly string[];
  readonly slots: readonly Slot[];
  /** One for each slot, as the driver sends them. */
  readonly values: readonly unknown[];
  readonly reads: boolean;
}

/**
 * Returns the error of a statement in the light of what the database evaluates for it: expressions of views, of computed columns, and of
 * row-level security. An error that no value of the client can cause is a fault of theirs.
 */
export function faultOfExpression(error: unknown, statement: FailedStatement, model: Model): unknown {
  const { entities, reads } = statement;
  const sources = entities.flatMap((name) => model.byName.get(name)?.source ?? []);
  if (!sources.some(({ evaluates }) => evaluates)) return error;
  if (error instanceof Violation)
    return mayBeOfValue(error, statement) ? error : (failedWithin(error, entities) ?? error);
  if (error instanceof Refusal && error.code === 'Forbidden' && reads) {
    // Where the service's own login may not read a view, the message names it. Else the owner of the view may not read its tables.
    const isOfView = sources.some(({ name, evaluates }) => evaluates && namesWord(error.fault?.message ?? '', name));
    return error.fault === undefined || isOfView ? error : (failedWithin(error, entities) ?? error);
  }
  if (error instanceof SchemaChanged) {
    const otherwise = error.otherwise ?? failedWithin(error.cause, entities);
    return new SchemaChanged(error.cause, otherwise, otherwise !== undefined);
  }
  return error instanceof Refusal ? error : (failedWithin(error, entities) ?? error);
}

/**
 * Returns a change of the catalog for a right that the service's own login lacks: by the catalog it has the rights that are needed. Where the catalog,
 * read again, says the same, the refusal stays as it is.
 */
export function mayBeRegranted(error: unknown, entities: readonly string[]): unknown {
  if (!(error instanceof Refusal) || error.code !== 'Forbidden' || error.fault === undefined) return error;
  const fault = { ...error.fault, entities: error.fault.entities.length > 0 ? error.fault.entities : entities };
  return new SchemaChanged(error.cause, reworded(error, { fault }), true);
}

/** Returns whether a value of the client can have caused it: one that only the database can read, or one to assign. */
function mayBeOfValue(violation: Violation, { slots, values, reads }: FailedStatement): boolean {
  const { facts } = violation;
  const kind = violation.kind === 'dividedByZero' ? 'malformed' : violation.kind;
  if (facts.within === true) return false;
  if (kind !== 'malformed' && kind !== 'outOfRange') return !reads;
  if (facts.parameter !== undefined) return true;
  return slots.some(({ use }, index) => {
    if (use.kind === 'jsonPath' || use.kind === 'cursor') return true;
    if (use.kind === 'assign' && (kind === 'malformed' || !isNumber(use.type))) return use.type.scalar !== 'String';
    if (use.kind !== 'value' && use.kind !== 'values' && use.kind !== 'assign') return false;
    return (
      use.type.asText ||
      use.type.scalar === 'JSON' ||
      (kind === 'outOfRange' && isNumber(use.type) && !fits(values[index], use.type))
    );
  });
}

/** Returns whether each number is in the range of its column, for a type without a known range in that of the smallest one. */
function fits(value: unknown, { range }: FieldType): boolean {
  const { least, most } = range ?? { least: -(2 ** 15), most: 2 ** 15 - 1 };
  const numbers = (Array.isArray(value) ? value : [value]).map(Number);
  return numbers.every((number) => number >= Number(least) && number <= Number(most));
}

const namesWord = (message: string, name: string): boolean =>
  message.split(/[^\p{L}\p{N}_$]+/u).includes(name) || message.includes(`"${name}"`) || message.includes(`'${name}'`);
