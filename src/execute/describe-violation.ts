import type { FieldType } from '../model/model.ts';
import { type ViolationKind, violations } from '../store/violation.ts';
import { describeRange, hasRange } from '../values/describe-range.ts';

/** A violation in the names of the API, as far as these may be told. */
export interface NamedViolation {
  readonly kind: ViolationKind;
  readonly entity: string | undefined;
  readonly constraint: string | undefined;
  readonly fields: readonly string[];
  /** Of the one field that there is. */
  readonly type?: FieldType | undefined;
}

/** A message: which fields of which entity are wrong, and what to change. */
export function describeViolation({ kind, entity, constraint, fields, type }: NamedViolation): string {
  if (entity === undefined) {
    const place = fields.length > 0 ? `${listNames(fields)}: ` : '';
    if (kind === 'failedCheck') return `${place}A value ${breaks(constraint)}.`;
    if (kind === 'stillReferred' && constraint !== undefined) {
      return `Other rows still refer to this one by the foreign key "${constraint}"; change or delete those first.`;
    }
    return place + violations[kind][1];
  }
  const what = `"${entity}"`;
  const names = fields.length > 0 ? listNames(fields) : undefined;
  const values = names === undefined ? `A value of ${what}` : `${names} of ${what}`;
  const many = fields.length > 1;
  switch (kind) {
    case 'notUnique':
      return `Another ${what} has the same ${names ?? 'values, which have to be unique'}.`;
    case 'missingReference':
      return names === undefined
        ? `A row that ${what} refers to does not exist.`
        : `The row that ${names} of ${what} ${many ? 'refer' : 'refers'} to does not exist.`;
    case 'stillReferred':
      return `${what} still refers to this row${by(names)}; change or delete those first.`;
    case 'brokenReference':
      return `A row that ${what} refers to${by(names)} is missing, or would be missing afterwards.`;
    case 'missingValue':
      return `${values} must not be null.`;
    case 'failedCheck':
      return `${values} ${breaks(constraint, many)}.`;
    case 'excluded':
      return `Another ${what} has values that ${names ?? 'these'} must not go together with.`;
    case 'outsideView':
      return `The row would not be one of ${what} afterwards; give values that its view shows.`;
    case 'filledByDatabase':
      return names === undefined
        ? `The database itself fills a value of ${what} that was given; leave it out.`
        : `The database itself gives values to ${values}: leave them out; no row can be made under a key that has them.`;
    case 'outOfRange':
      return hasRange(type) ? `${values} ${describeRange(type)}.` : `${values} is beyond the range of its column.`;
    case 'tooLong':
      return type?.maxLength === undefined
        ? `${values} is longer than its column allows.`
        : `${values} may have at most ${type.maxLength} ${units[type.lengthUnit ?? 'character']}.`;
    case 'dividedByZero':
      return violations[kind][1];
    case 'malformed':
      return `${values} is nothing that the database can work with; check its form.`;
  }
}

/** What `maxLength` of a type counts. */
const units = { character: 'characters', byte: 'bytes', utf16: 'units of UTF-16' } as const;

const breaks = (constraint: string | undefined, many = false): string =>
  `${many ? 'break' : 'breaks'} ${constraint === undefined ? 'a rule' : `the rule "${constraint}"`} of the database`;

const by = (names: string | undefined): string => (names === undefined ? '' : ` by ${names}`);

/** `"a"`, `"a" and "b"`, `"a", "b" and "c"`. */
function listNames(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' and ');
}
