import { ApiError, copyApiError } from '../../base/errors.ts';
import type { FieldType, Model } from '../../model/model.ts';
import type { Slot } from '../../plan/shape/slot.ts';
import { isNumber } from '../../scalars/operators.ts';
import { databaseCodeError } from '../../store/database-code-error.ts';
import { SchemaChanged } from '../../store/schema-changed.ts';
import { Violation, type ViolationKind } from '../../store/violation.ts';

/**
 * Returns the error of a routine or trigger if generated statements cannot cause the error. Not every database names
 * the routine or trigger.
 */
export function attributeToRoutine(error: unknown): unknown {
  if (error instanceof SchemaChanged)
    return new SchemaChanged(error.cause, error.routineError ?? databaseCodeError(error.cause));
  // Generated statements never divide by client input.
  if (error instanceof Violation && error.kind === 'dividedByZero') {
    const routineError = databaseCodeError(error) ?? error;
    // The driver's error names the running functions.
    return error.databaseError === undefined
      ? routineError
      : copyApiError(routineError, { databaseError: error.databaseError });
  }
  return error instanceof ApiError ? error : (databaseCodeError(error) ?? error);
}

/** Returns the error of a trigger if the written values cannot cause the error. */
export function attributeToTrigger(
  error: unknown,
  { entities, slots }: Pick<FailedStatement, 'entities' | 'slots'>,
  model: Model,
): unknown {
  const attributed = attributeToRoutine(error);
  if (!(attributed instanceof Violation) || !VALUE_VIOLATIONS.has(attributed.kind)) return attributed;
  const { table, columns = [], isOfExpression } = attributed.violated;
  const writtenEntities = entities.flatMap((name) => model.byName.get(name) ?? []);
  // A view may rename columns, so the names in the error prove nothing.
  if (writtenEntities.some(({ source }) => source.kind !== 'table')) return attributed;
  const isOtherTable =
    (table !== undefined && !writtenEntities.some(({ source }) => source.name === table)) ||
    columns.some(
      (name) => !writtenEntities.some(({ allFields }) => [...allFields.values()].some((f) => f.column === name)),
    );
  const isChecked = slots.every(({ use }) => 'type' in use && !use.type.asText && use.type.scalar !== 'JSON');
  return isOtherTable || (isOfExpression && isChecked)
    ? (databaseCodeError(attributed, entities) ?? attributed)
    : attributed;
}

const VALUE_VIOLATIONS: ReadonlySet<ViolationKind> = new Set(['malformed', 'outOfRange', 'tooLong']);

interface FailedStatement {
  readonly entities: readonly string[];
  readonly slots: readonly Slot[];
  readonly values: readonly unknown[];
  readonly isRead: boolean;
}

/** Returns the error of a view, computed column, or row-level security if no client value can cause the error. */
export function attributeToExpression(error: unknown, statement: FailedStatement, model: Model): unknown {
  const { entities, isRead } = statement;
  const sources = entities.flatMap((name) => model.byName.get(name)?.source ?? []);
  if (!sources.some(({ evaluates }) => evaluates)) return error;
  if (error instanceof Violation)
    return mayBeCausedByValue(error, statement) ? error : (databaseCodeError(error, entities) ?? error);
  if (error instanceof ApiError && error.code === 'Forbidden' && isRead) {
    // If the service's login may not read the view, the message names the view. Otherwise, the view's owner may not
    // read its tables.
    const isOfView = sources.some(
      ({ name, evaluates }) => evaluates && containsWord(error.databaseError?.message ?? '', name),
    );
    return error.databaseError === undefined || isOfView ? error : (databaseCodeError(error, entities) ?? error);
  }
  if (error instanceof SchemaChanged) {
    const routineError = error.routineError ?? databaseCodeError(error.cause, entities);
    return new SchemaChanged(error.cause, routineError, routineError !== undefined);
  }
  return error instanceof ApiError ? error : (databaseCodeError(error, entities) ?? error);
}

/**
 * Returns `SchemaChanged` for a missing privilege, because the loaded catalog includes the privilege. If the reloaded
 * catalog is unchanged, clients receive the original error.
 */
export function asPrivilegeChange(error: unknown, entities: readonly string[]): unknown {
  if (!(error instanceof ApiError) || error.code !== 'Forbidden' || error.databaseError === undefined) return error;
  const databaseError = {
    ...error.databaseError,
    entities: error.databaseError.entities.length > 0 ? error.databaseError.entities : entities,
  };
  return new SchemaChanged(error.cause, copyApiError(error, { databaseError }), true);
}

/** Returns true if an assigned value, or a value that only the database can parse, may be the cause. */
function mayBeCausedByValue(violation: Violation, { slots, values, isRead }: FailedStatement): boolean {
  const { violated } = violation;
  const kind = violation.kind === 'dividedByZero' ? 'malformed' : violation.kind;
  if (violated.inDatabaseCode === true) return false;
  if (kind !== 'malformed' && kind !== 'outOfRange') return !isRead;
  if (violated.parameter !== undefined) return true;
  return slots.some(({ use }, index) => {
    if (use.kind === 'jsonPath' || use.kind === 'cursor') return true;
    if (use.kind === 'assign' && (kind === 'malformed' || !isNumber(use.type))) return use.type.scalar !== 'String';
    if (use.kind !== 'value' && use.kind !== 'values' && use.kind !== 'assign') return false;
    return (
      use.type.asText ||
      use.type.scalar === 'JSON' ||
      (kind === 'outOfRange' && isNumber(use.type) && !isInRange(values[index], use.type))
    );
  });
}

function isInRange(value: unknown, { range }: FieldType): boolean {
  const { min, max } = range ?? { min: -(2 ** 15), max: 2 ** 15 - 1 };
  const numbers = (Array.isArray(value) ? value : [value]).map(Number);
  return numbers.every((number) => number >= Number(min) && number <= Number(max));
}

const containsWord = (message: string, name: string): boolean =>
  message.split(/[^\p{L}\p{N}_$]+/u).includes(name) || message.includes(`"${name}"`) || message.includes(`'${name}'`);
