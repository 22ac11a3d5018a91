import { Decimal } from '../naive/decimal.ts';
import { type Field, type FieldType, isText, type Row, type Value } from '../naive/entity.ts';
import { evaluateOperator } from '../naive/evaluate-operator.ts';
import { type Generation, pickOrNone } from './generation.ts';
import type { Random } from './random.ts';
import type { EntityShape } from './shape.ts';
import { listOperands } from './write-operand.ts';

const TRIES = 5;

/**
 * Generates an operand, usually one for which the operator is true for the sample; undefined without column values.
 */
export function makeOperand(
  generation: Generation,
  shape: EntityShape,
  { field, operator, sample }: { field: Field; operator: string; sample: Row | undefined },
): Value | undefined {
  const { random } = generation;
  const value = sample?.[field.name] ?? null;
  if (operator === 'isNull')
    return random.chance(0.03) ? null : random.chance(0.8) ? value === null : random.chance(0.5);
  if (random.chance(0.04) || (operator === 'eq' && value === null && random.chance(0.3))) return null;
  const make = (): Value | undefined => makeCandidate(generation, shape, { field, operator, value });
  const candidates = random.times(TRIES, make).filter((candidate) => candidate !== undefined);
  const holds = (candidate: Value): boolean => evaluateOperator(operator, value, candidate, field.type) === true;
  return (random.chance(0.85) ? candidates.find(holds) : undefined) ?? candidates[0];
}

function makeCandidate(
  generation: Generation,
  shape: EntityShape,
  { field, operator, value }: { field: Field; operator: string; value: Value },
): Value | undefined {
  const { random } = generation;
  const sample = (): Value | undefined => {
    const whole = random.chance(0.4) && isWritable(value) ? value : sampleColumn(generation, shape, field);
    const known = field.type.list ? pickElement(whole, random) : whole;
    return known !== undefined && random.chance(0.1) ? vary(known, field.type, random) : known;
  };
  if (listOperands.includes(operator)) {
    const elements = random.times(random.pick([0, 1, 2, 2, 3, 5]), () => (random.chance(0.1) ? null : sample()));
    return elements.filter((element) => element !== undefined);
  }
  const known = sample();
  if (known === undefined || !isText({ type: { ...field.type, list: false } })) return known;
  const text = cutText(String(known), operator, random);
  return generation.shape.orderIgnoresTrailingSpaces && /^[gl]te?$/.test(operator) ? text.trimEnd() : text;
}

function pickElement(list: Value | undefined, random: Random): Value | undefined {
  const elements = ((list ?? []) as readonly Value[]).filter(isWritable);
  return elements.length === 0 ? undefined : random.pick(elements);
}

/** Picks a writable value of the column, if any. */
function sampleColumn({ random, store }: Generation, { entity }: EntityShape, { name }: Field): Value | undefined {
  const rows = random.times(TRIES, () => pickOrNone(random, store.rows(entity))?.[name] ?? null);
  return rows.find(isWritable);
}

/** `Float` and `Single` accept neither NaN nor infinities. */
const isWritable = (value: Value): boolean => value !== null && (typeof value !== 'number' || Number.isFinite(value));

/** Returns a similar value, which may be absent from the column. */
function vary(value: Value, type: FieldType, random: Random): Value {
  if (type.enum !== undefined) return value;
  if (type.enumType !== undefined) return random.pick([...type.enumType.places.keys()]);
  if (value instanceof Decimal) {
    // Some stores have at most 34 digits.
    if (value.text.length > 32) return new Decimal(value.text.slice(0, -2));
    return new Decimal(`${value.text}${value.text.includes('.') ? '' : '.'}01`);
  }
  if (typeof value === 'string' && type.scalar === 'String')
    return `${value}${random.pick([' ', 'x', 'ß', '🐟', "'", '"', '\\', '\n'])}`;
  if (typeof value === 'bigint') return value > 0n ? value - 1n : value + 1n;
  if (typeof value === 'number') return value > 0 ? Math.trunc(value) - 1 : Math.trunc(value) + 1;
  return value;
}

/** Returns a substring for the operator, or a pattern character. */
function cutText(text: string, operator: string, random: Random): string {
  if (!/with|contains/i.test(operator)) return text;
  if (random.chance(0.08)) return random.pick(['', '%', '_', '\\', '%%', '_%', '\\%', "'", 'İ', 'ẞ']);
  const characters = [...text];
  const start = operator.toLowerCase().endsWith('startswith') ? 0 : random.int(0, characters.length);
  const end = operator.toLowerCase().endsWith('endswith') ? characters.length : start + random.int(1, 6);
  const part = characters.slice(start, end).join('');
  if (!operator.startsWith('i')) return part;
  return random.chance(0.5) ? part.toUpperCase() : part.toLowerCase();
}
