import type { Random } from '../generate/random.ts';
import { Decimal } from '../naive/decimal.ts';
import type { FieldType, ScalarName, Value } from '../naive/entity.ts';
import { singleText } from '../naive/single.ts';
import type { Literal, LiteralForm } from './expression.ts';

type WrittenAs = readonly [form: LiteralForm, text: string];

/** Prints a value as a literal whose type is known from the other operand. */
export function writeLiteral(value: Value, type: FieldType, random: Random): Literal {
  const [form, text] = write(value, type, random);
  return { kind: 'literal', form, text, value, type };
}

/** Formats a value as a literal whose form identifies its type, which must not be a floating-point type. */
export function writePlainLiteral(value: Value, type: FieldType, random: Random): Literal {
  const written = writeLiteral(value, type, random);
  return written.form === plainForms[type.scalar] ? written : writePlainLiteral(value, type, random);
}

const plainForms: Readonly<Partial<Record<ScalarName, LiteralForm>>> = {
  Decimal: 'number',
  Boolean: 'boolean',
  String: 'text',
  UUID: 'guid',
  Date: 'date',
  DateTime: 'dateTime',
  LocalTime: 'time',
};

/** Literal types that can be compared without a column. */
export const plainScalars = Object.keys(plainForms) as readonly ScalarName[];

function write(value: Value, type: FieldType, random: Random): WrittenAs {
  if (value === null) return ['null', 'null'];
  const text = String(value instanceof Decimal ? value.text : value);
  switch (type.scalar) {
    case 'Boolean':
      return ['boolean', text];
    case 'Short':
    case 'Int':
      return ['number', random.pick([integer, integer, fractional])(text, random)];
    case 'Long':
      return ['number', integer(text, random)];
    case 'Decimal':
      return ['number', decimal(text, random)];
    case 'Single':
      return ['number', floating(singleText(value as number))];
    case 'Float':
      return ['number', floating(text)];
    case 'UUID':
      return bareOrQuoted('guid', random.chance(0.2) ? text.toUpperCase() : text, random);
    case 'Date':
      return bareOrQuoted('date', text, random);
    case 'DateTime':
      return moment(text, random);
    case 'LocalTime':
      return bareOrQuoted('time', random.chance(0.3) ? text.replace(/^(\d\d:\d\d):00$/, '$1') : text, random);
    case 'Base64String':
      return ['text', quote((value as Buffer).toString('base64'))];
    default:
      return ['text', quote(text)];
  }
}

export const writeNull = (type: FieldType): Literal => ({
  kind: 'literal',
  form: 'null',
  text: 'null',
  value: null,
  type,
});

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const bareOrQuoted = (form: LiteralForm, text: string, random: Random): WrittenAs =>
  random.chance(0.25) ? ['text', quote(text)] : [form, text];

const integer = (text: string, random: Random): string => {
  if (random.chance(0.8)) return text;
  return text.startsWith('-') ? text.replace('-', '-00') : random.pick(['+', '0', '+00']) + text;
};

/** `5.0`, `50e-1` */
const fractional = (text: string, random: Random): string => `${text}${random.pick(['', '.0', 'e0', '0e-1', 'E+0'])}`;

function decimal(text: string, random: Random): string {
  if (text.includes('e')) return text;
  const point = text.includes('.');
  return random.pick([
    text,
    text,
    text,
    integer(text, random),
    `${text}${point ? '00' : '.000'}`,
    `${text}e0`,
    `${text}E+00`,
  ]);
}

const floating = (text: string): string => text.replace('Infinity', 'INF');

/** Returns `2024-02-29T10:00:00.5` in UTC with a random time zone offset. */
function moment(utc: string, random: Random): WrittenAs {
  if (/T00:00:00$/.test(utc) && random.chance(0.5)) return bareOrQuoted('date', utc.slice(0, 10), random);
  const [seconds = '', fraction] = utc.split('.');
  const minutes = /^(0001|9999)/.test(utc) ? 0 : random.pick([0, 0, 0, 120, -300, 330, -690]);
  const moved = new Date(Date.parse(`${seconds}Z`) + minutes * 60_000).toISOString().slice(0, 19);
  const short = fraction === undefined && random.chance(0.5) ? moved.replace(/:00$/, '') : moved;
  const text = `${short}${fraction === undefined ? '' : `.${fraction}`}${minutes === 0 ? random.pick(['', 'Z', 'z', '+00:00', '-00:00']) : offset(minutes)}`;
  return bareOrQuoted('dateTime', random.chance(0.1) ? text.replace('T', 't') : text, random);
}

function offset(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
