import { ApiError, type ErrorDetails } from '../../base/errors.ts';
import type { Entity, FieldType, Model } from '../../model/model.ts';
import { findRight } from '../../model/role-rights.ts';
import { isShown } from '../../model/visibility.ts';
import type { Slot } from '../../plan/shape/slot.ts';
import type { ScalarName } from '../../scalars/scalar.ts';
import { schemaChanged } from '../../store/schema-changed.ts';
import { Violation, type ViolationDetails, type ViolationKind, violations } from '../../store/violation.ts';
import { describeRange, hasRange } from '../../values/describe-range.ts';
import { invalidValueError } from './invalid-value-error.ts';

/** The step that violated a constraint, or all steps at a commit. */
export interface ViolatedStep {
  /** Names of the changed entities. */
  readonly changed: readonly string[];
  /** Empty at a commit. */
  readonly slots: readonly Slot[];
  /** Restricts revealed names; absent if every exposed name may be revealed. */
  readonly role?: string | undefined;
}

/**
 * Translates a violation to API names. If the role may not know an entity or field, the message names only the
 * constraint. Returns any other error unchanged.
 * @returns SchemaChanged if the table differs from its catalog
 */
export function translateViolation<T>(error: T, model: Model, step: ViolatedStep): T | ApiError {
  if (!(error instanceof Violation)) return error;
  const { violated, cause, databaseError } = error;
  const valueError = invalidValueError(error, step.slots);
  if (valueError !== undefined) return valueError;
  const entity = findEntity(violated, model, step);
  if (hasTableChanged(error, entity) || hasTypeChanged(error, step.slots)) return schemaChanged(cause);
  const fields = findFields(violated, entity, step);
  const type = fields.length === 1 ? typeOf(entity, fields[0]) : undefined;
  const kind = hasRange(type) && VALUE_VIOLATIONS.has(error.kind) ? 'outOfRange' : error.kind;
  const details: ErrorDetails = {
    ...(entity !== undefined && { entity: entity.name }),
    ...(violated.constraint !== undefined && { constraint: violated.constraint }),
    ...(fields.length > 0 && { fields }),
  };
  const message = describeViolation({ kind, entity: entity?.name, constraint: violated.constraint, fields, type });
  return new ApiError(violations[kind][0], message + describeRemaining(violated), { cause, details, databaseError });
}

function describeRemaining({ remaining }: ViolationDetails): string {
  if (remaining === undefined) return '';
  if (remaining === 'unknown') return ' Some of the rows may have been changed.';
  return ` Rows written before the error remain: ${remaining}.`;
}

/** Kinds of an invalid value. Some databases report an out-of-range date or bit string as malformed or too long. */
const VALUE_VIOLATIONS: ReadonlySet<ViolationKind> = new Set(['outOfRange', 'malformed', 'tooLong']);

const typeOf = (entity: Entity | undefined, name: string | undefined): FieldType | undefined =>
  entity?.fields.find((field) => field.name === name)?.type;

/** Returns the entity of the violated table, preferably a changed entity. */
function findEntity(violated: ViolationDetails, model: Model, { changed, role }: ViolatedStep): Entity | undefined {
  const changedEntities = changed.flatMap((name) => model.byName.get(name) ?? []);
  if (violated.table === undefined)
    return violated.inDatabaseCode !== true && new Set(changedEntities).size === 1 ? changedEntities[0] : undefined;
  const bySource = (entities: readonly Entity[]) => entities.filter((entity) => isViolatedTable(entity, violated));
  return (
    bySource(changedEntities)[0] ??
    bySource(model.entities).find((entity) => isShown(entity) && mayRevealTo(entity, role)) ??
    findByConstraint(violated, changedEntities)
  );
}

const isViolatedTable = ({ source }: Entity, { schema, table }: ViolationDetails): boolean =>
  source.name === table && (schema === undefined || source.schema === schema);

/** Finds a partition, whose name differs from the table's, by its constraint. */
const findByConstraint = ({ constraint }: ViolationDetails, changedEntities: readonly Entity[]): Entity | undefined =>
  constraint === undefined ? undefined : changedEntities.find(({ constraints }) => constraints.has(constraint));

/** Returns true if the violation contradicts the catalog: the column is missing there, or may be assigned. */
function hasTableChanged({ kind, violated }: Violation, entity: Entity | undefined): boolean {
  if (entity === undefined || entity.source.kind === 'view') return false;
  if (kind === 'generatedValue') return true;
  const columns = new Set([...entity.allFields.values()].map(({ column }) => column));
  return kind === 'missingValue' && violated.columns?.some((column) => !columns.has(column)) === true;
}

/**
 * Returns true if a rejected value proves that its column's type has changed. Types that only the database can parse,
 * and values captured from another column, prove nothing.
 */
export function hasTypeChanged({ kind, violated }: Violation, slots: readonly Slot[]): boolean {
  const { use, source } = (violated.parameter === undefined ? undefined : slots[violated.parameter - 1]) ?? {};
  if (source?.kind === 'captured' || (use?.kind !== 'assign' && use?.kind !== 'value')) return false;
  return kind === 'malformed'
    ? !use.type.asText && use.type.arrayAsJson !== true
    : kind === 'outOfRange' && INTEGERS.has(use.type.scalar);
}

const INTEGERS: ReadonlySet<ScalarName> = new Set(['Short', 'Int', 'Long']);

const mayRevealTo = (entity: Entity, role: string | undefined): boolean =>
  role === undefined || [...entity.operations].some((action) => findRight(entity, role, action) !== undefined);

function findFields(violated: ViolationDetails, entity: Entity | undefined, step: ViolatedStep): readonly string[] {
  const names = findAllFields(violated, entity, step);
  const { changed, role } = step;
  if (entity === undefined || role === undefined || changed.includes(entity.name)) return names;
  const readable = findRight(entity, role, 'read')?.fields;
  return names.filter((name) => readable?.has(name));
}

function findAllFields(
  violated: ViolationDetails,
  entity: Entity | undefined,
  { slots }: ViolatedStep,
): readonly string[] {
  const use = violated.parameter === undefined ? undefined : slots[violated.parameter - 1]?.use;
  if (use?.kind === 'assign') return [use.field];
  if (entity === undefined) return [];
  const constraint = violated.constraint === undefined ? undefined : entity.constraints.get(violated.constraint);
  if (constraint !== undefined) return constraint.fields;
  const nameOf = new Map(entity.fields.map((field) => [field.column, field.name]));
  return (violated.columns ?? []).flatMap((column) => nameOf.get(column) ?? []);
}

interface NamedViolation {
  readonly kind: ViolationKind;
  readonly entity: string | undefined;
  readonly constraint: string | undefined;
  readonly fields: readonly string[];
  readonly type?: FieldType | undefined;
}

function describeViolation({ kind, entity, constraint, fields, type }: NamedViolation): string {
  if (entity === undefined) {
    const prefix = fields.length > 0 ? `${quoteNames(fields)}: ` : '';
    if (kind === 'failedCheck') return `${prefix}A value ${describeBrokenRule(constraint)}.`;
    if (kind === 'stillReferenced' && constraint !== undefined) {
      return `Other rows still refer to this row by the foreign key "${constraint}". Change or delete them first.`;
    }
    return prefix + violations[kind][1];
  }
  const entityName = `"${entity}"`;
  const names = fields.length > 0 ? quoteNames(fields) : undefined;
  const values = names === undefined ? `A value of ${entityName}` : `${names} of ${entityName}`;
  const isPlural = fields.length > 1;
  switch (kind) {
    case 'notUnique':
      return `Another ${entityName} has the same ${names ?? 'values, which must be unique'}.`;
    case 'missingReference':
      return names === undefined
        ? `A row that ${entityName} refers to does not exist.`
        : `The row that ${names} of ${entityName} ${isPlural ? 'refer' : 'refers'} to does not exist.`;
    case 'stillReferenced':
      return `${entityName} still refers to this row${byFields(names)}. Change or delete it first.`;
    case 'brokenReference':
      return `A row that ${entityName} refers to${byFields(names)} does not exist, or would no longer exist.`;
    case 'missingValue':
      return `${values} must not be null.`;
    case 'failedCheck':
      return `${values} ${describeBrokenRule(constraint, isPlural)}.`;
    case 'excluded':
      return `Another ${entityName} has values that conflict with ${names ?? 'these'}.`;
    case 'outsideView':
      return `The row would not be visible in ${entityName}. Use values that match its view.`;
    case 'generatedValue':
      return names === undefined
        ? `The database generates one of the values of ${entityName}. Omit it.`
        : `The database generates ${values}. Omit these values; a row cannot be created with an explicit value of a generated key.`;
    case 'outOfRange':
      return hasRange(type) ? `${values} ${describeRange(type)}.` : `${values} is out of range for its column.`;
    case 'tooLong':
      return type?.maxLength === undefined
        ? `${values} is too long for its column.`
        : `${values} exceeds the maximum of ${type.maxLength} ${lengthUnits[type.lengthUnit ?? 'character']}.`;
    case 'dividedByZero':
      return violations[kind][1];
    case 'malformed':
      return `${values} has an invalid format.`;
  }
}

const lengthUnits = { character: 'characters', byte: 'bytes', utf16: 'UTF-16 code units' } as const;

const describeBrokenRule = (constraint: string | undefined, isPlural = false): string =>
  `${isPlural ? 'violate' : 'violates'} ${constraint === undefined ? 'a constraint' : `the constraint "${constraint}"`} of the database`;

const byFields = (names: string | undefined): string => (names === undefined ? '' : ` by ${names}`);

/** Formats `"a"`, `"a" and "b"`, or `"a", "b" and "c"`. */
function quoteNames(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' and ');
}
