import { Binary, BSON, BSONRegExp, DBRef, Decimal128, Double, Int32, Long, ObjectId, Timestamp, UUID } from 'mongodb';
import { ApiError, throwApiError } from '../../../base/errors.ts';
import { BigNumber, parseJson } from '../../../base/json.ts';
import type { ValueWriter } from '../../../document/shape.ts';
import type { FieldType } from '../../../model/model.ts';
import { rejectCursor } from '../../../plan/read/plan-cursors.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { formatForMessage } from '../../../scalars/numbers.ts';
import { rejectDateTime } from '../../driver/reject-date-time.ts';

/**
 * Encodes a checked value as a BSON value. A string, even "$name", stays a string. Returns undefined for an assigned
 * null that is stored as a missing field.
 */
export function encode(value: unknown, { use }: Slot): unknown {
  if (value === null || value === undefined) {
    return use.kind === 'assign' && use.type.nullIsMissing === true ? undefined : null;
  }
  switch (use.kind) {
    case 'value':
      return encodeField(value, use.type);
    case 'assign':
      return encodeAssigned(value, use.field, use.type);
    case 'values':
      return (value as readonly unknown[]).map((item) => encodeScalar(item, use.type));
    case 'cursor':
      return decodeCursor(String(value), use.type, use.argument);
    case 'size':
    case 'sizePlusOne':
    case 'position':
    case 'offset':
      return Number(value);
    case 'pattern':
    case 'word': {
      const { start, end } = use.kind === 'pattern' ? use : { start: '%', end: '%' };
      const text = String(value).replaceAll(/[\\^$.*+?()[\]{}|#\s-]/g, '\\$&');
      return `${start === '' ? '^' : ''}${text}${end === '' ? '$' : ''}`;
    }
    default:
      return String(value);
  }
}

function encodeField(value: unknown, type: FieldType): unknown {
  if (!type.list || !Array.isArray(value)) return encodeScalar(value, type);
  return value.map((item) => (item === null ? null : encodeScalar(item, type)));
}

/** @throws ApiError BadRequest for an identifier that is no ObjectId */
function encodeAssigned(value: unknown, field: string, type: FieldType): unknown {
  const encoded = encodeField(value, type);
  if (type.native !== 'objectId' || [encoded].flat().every((item) => typeof item !== 'string')) return encoded;
  return throwApiError('BadRequest', `"${field}" must have 24 hexadecimal digits, found ${formatForMessage(value)}.`, {
    fields: [field],
  });
}

/** Decodes a captured value, or a list of captured keys. */
export function decodeCaptured(value: string | null, { source }: Slot): unknown {
  if (value === null || source.kind !== 'captured' || 'column' in source) return fromCaptured(value);
  return (JSON.parse(value) as readonly (readonly (string | null)[])[]).map(([text = null]) => fromCaptured(text));
}

function toCaptured(value: unknown): string {
  try {
    return Buffer.from(BSON.serialize({ v: value })).toString('base64');
  } catch (cause) {
    const message = `A document has a value that the service cannot compare, such as an object with the member "${BSON_TYPE}". Correct the document.`;
    throw new ApiError('ApplicationError', message, { cause });
  }
}

/** The client takes an object with this member for a value of a BSON class. */
const BSON_TYPE = '_bsontype';

const fromCaptured = (text: string | null): unknown =>
  text === null ? null : BSON.deserialize(Buffer.from(text, 'base64'), { promoteValues: false }).v;

function encodeScalar(value: unknown, type: FieldType): unknown {
  switch (type.scalar) {
    case 'Boolean':
      return value === true;
    case 'Short':
    case 'Int':
      return new Int32(Number(value));
    case 'Long':
      return Long.fromString(String(value));
    case 'Single':
    case 'Float':
      return new Double(Number(value));
    case 'Decimal':
      return encodeDecimal(String(value));
    case 'DateTime':
    case 'Date':
      return encodeDate(String(value));
    case 'UUID':
      return new UUID(String(value));
    case 'Base64String':
      return new Binary(Buffer.from(String(value), 'base64'));
    case 'JSON':
      return toBson(parseJson(String(value)));
    default:
      return type.native === 'objectId' ? encodeObjectId(String(value)) : String(value);
  }
}

/** An invalid identifier stays a string, which equals no identifier. */
const encodeObjectId = (text: string): unknown => (/^[\da-f]{24}$/i.test(text) ? new ObjectId(text) : text);

/** Decimal128 has 34 digits. */
function encodeDecimal(text: string): unknown {
  try {
    return Decimal128.fromString(text);
  } catch {
    return throwApiError(
      'BadRequest',
      `Decimal must have at most 34 digits on this database, found ${formatForMessage(text)}.`,
    );
  }
}

/** Points in time have milliseconds. Further digits are cut off. */
function encodeDate(text: string): Date {
  if (/^\d{5}|BC$|infinity$/.test(text)) {
    rejectDateTime(
      undefined,
      `DateTime must be within the years 0 to 9999 on this database, found ${formatForMessage(text)}.`,
    );
  }
  const [seconds = '', fraction = ''] = (text.includes('T') ? text : `${text}T00:00:00`).split('.');
  return new Date(`${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
}

/** Converts parsed JSON. */
function toBson(value: unknown): unknown {
  if (value instanceof BigNumber) return encodeDecimal(value.text);
  if (Array.isArray(value)) return value.map(toBson);
  if (typeof value === 'object' && value !== null) {
    if (Object.hasOwn(value, BSON_TYPE)) {
      throwApiError('BadRequest', `JSON must not have the member "${BSON_TYPE}" on this database.`);
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toBson(member)]));
  }
  return value;
}

/** Writes values that the client returns with `promoteValues: false`. */
export const valueWriter: ValueWriter = {
  capture: (value) => (value === null || value === undefined ? null : toCaptured(value)),
  write: (value, type) => {
    if (type.list && Array.isArray(value)) {
      return `[${value.map((item) => writeScalar(item, type)).join(',')}]`;
    }
    return writeScalar(value, type);
  },
  writeCursor: (value) => {
    if (value === null || value === undefined) return null;
    return value instanceof Date ? String(value.getTime()) : textOf(value);
  },
};

function decodeCursor(text: string, type: FieldType, argument: string): unknown {
  const isNumber = /^-?\d+$/.test(text);
  switch (type.scalar) {
    case 'DateTime':
    case 'Date':
      return isNumber ? new Date(Number(text)) : rejectCursor(argument);
    case 'Boolean':
      return text === 'true' || text === 'false' ? text === 'true' : rejectCursor(argument);
    case 'Short':
    case 'Int':
    case 'Long':
      return isNumber ? encodeScalar(text, type) : rejectCursor(argument);
    case 'Single':
    case 'Float':
      return /^-?(?:\d[\d.e+-]*|Infinity)$|^NaN$/.test(text) ? new Double(Number(text)) : rejectCursor(argument);
    case 'Decimal':
      return /^-?\d[\d.E+-]*$/.test(text) ? Decimal128.fromString(text) : rejectCursor(argument);
    case 'Base64String':
      return new Binary(Buffer.from(text, 'base64'));
    case 'UUID':
      return /^[\da-f-]{36}$/.test(text) ? new UUID(text) : rejectCursor(argument);
    default:
      return encodeScalar(text, type);
  }
}

function writeScalar(value: unknown, type: FieldType): string {
  if (value === null || value === undefined) return 'null';
  switch (type.scalar) {
    case 'JSON':
      return writeJson(value);
    case 'Boolean':
      return value === true ? 'true' : value === false ? 'false' : mistyped(value, type);
    case 'Short':
    case 'Int':
    case 'Long':
    case 'Single':
    case 'Float':
    case 'Decimal': {
      const text = numberText(value) ?? mistyped(value, type);
      return /^-?\d/.test(text) ? text : JSON.stringify(text);
    }
    case 'DateTime':
      return value instanceof Date ? JSON.stringify(dateText(value)) : mistyped(value, type);
    case 'Date':
      return value instanceof Date ? JSON.stringify(value.toISOString().slice(0, 10)) : mistyped(value, type);
    default:
      return JSON.stringify(textOf(value));
  }
}

const mistyped = (value: unknown, { scalar }: FieldType): never =>
  throwApiError(
    'ApplicationError',
    `A document has another type in a field of type ${scalar}: ${formatForMessage(textOf(value).slice(0, 40))}. Correct the document, or declare the field as JSON.`,
  );

/** `2024-01-31T14:52:23.1+00:00` */
const dateText = (date: Date): string => date.toISOString().replace(/\.?0*Z$/, '+00:00');

function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (value instanceof Decimal128) return plainDecimal(value.toString());
  if (value instanceof Double || value instanceof Int32) return String(value.valueOf());
  return value instanceof Long && !(value instanceof Timestamp) ? value.toString() : undefined;
}

/** Decimal128 prints large and small numbers with an exponent, as in `1E+3`. */
function plainDecimal(text: string): string {
  const [, sign = '', digits = '', fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?E([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const all = digits + fraction;
  const point = digits.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`;
  return point >= all.length ? sign + all.padEnd(point, '0') : `${sign}${all.slice(0, point)}.${all.slice(point)}`;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Binary) {
    return value.sub_type === Binary.SUBTYPE_UUID
      ? value.toUUID().toString()
      : Buffer.from(value.buffer).subarray(0, value.position).toString('base64');
  }
  if (value instanceof Date) return dateText(value);
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`;
  if (value instanceof ObjectId) return value.toHexString();
  return numberText(value) ?? writeJson(value);
}

const TEXT_CLASSES = [Binary, Date, BSONRegExp, ObjectId];

function writeJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return String(value);
  const number = numberText(value);
  if (number !== undefined) return /^-?\d/.test(number) ? number : JSON.stringify(number);
  if (typeof value === 'string' || TEXT_CLASSES.some((type) => value instanceof type)) {
    return JSON.stringify(textOf(value));
  }
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  // The client returns an object with the members "$ref" and "$id" as a DBRef.
  const object = value instanceof DBRef ? value.toJSON() : value;
  if (Object.getPrototypeOf(object) !== Object.prototype) return BSON.EJSON.stringify(object, { relaxed: true });
  const members = Object.entries(object).map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`);
  return `{${members.join(',')}}`;
}
