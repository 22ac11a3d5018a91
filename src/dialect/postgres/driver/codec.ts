import { refuse } from '../../../base/errors.ts';
import type { FieldType } from '../../../model/model.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { JsonPath } from '../../../scalars/json-path.ts';
import { likePattern } from '../../standard/like-pattern.ts';
import { isMidnight } from '../sql/operand.ts';
import { sentinelText } from '../sql/sentinel.ts';
import { encodeArray, encodeJsonArray } from './array-literal.ts';
import { checkMoment } from './check-moment.ts';

/** A checked value as text, which PostgreSQL reads by the type of the place where the parameter stands. */
export function encode(value: unknown, { use }: Slot): string | null {
  if (value === null || value === undefined) return null;
  switch (use.kind) {
    case 'value':
      return encodeScalar(value, use.type);
    case 'assign':
      if (use.type.arrayAsJson === true) return encodeJsonArray(String(value), use);
      if (isMidnight(use.type)) checkMidnight(value, use.field);
      return Array.isArray(value)
        ? encodeArray(
            value.map((item) => (item === null ? null : encodeScalar(item, use.type, use.field))),
            use.type,
          )
        : encodeScalar(value, use.type, use.field);
    case 'values':
      return encodeArray(
        (value as readonly unknown[]).map((item) => encodeScalar(item, use.type)),
        use.type,
      );
    case 'jsonPath':
      return encodePath(value as JsonPath);
    case 'pattern':
    case 'word':
      return likePattern(String(value), use);
    case 'sentinel':
      return sentinelText(String(value));
    default:
      return String(value);
  }
}

/**
 * In strict mode a step takes nothing but what it names, and the filter sees a list as a whole. JSON's null is left out.
 * https://www.postgresql.org/docs/current/functions-json.html#STRICT-AND-LAX-MODES
 */
const encodePath = (path: JsonPath): string =>
  `strict $${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${JSON.stringify(step)}`)).join('')} ? (@ != null)`;

function encodeScalar(value: unknown, { scalar }: FieldType, field?: string): string {
  const text = String(value);
  return scalar === 'Base64String'
    ? `\\x${Buffer.from(text, 'base64').toString('hex')}`
    : checkMoment(text, scalar, field);
}

/** A date that counts as a point in time has no hours to keep. @throws Refusal BadRequest */
function checkMidnight(value: unknown, field: string): void {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.every((item) => item === null || /^[^T]*(?:T00:00:00(?: BC)?)?$/.test(String(item)))) return;
  refuse(
    'BadRequest',
    `"${field}" is a date, and has no time of day: give midnight in UTC, such as "1999-01-08T00:00:00Z".`,
    {
      field,
    },
  );
}
