import type { Entity, FieldType, Value } from '../naive/entity.ts';
import { edgesOf, varyValue } from './draw-value.ts';
import {
  type Call,
  type CallName,
  type Claim,
  type FieldOperand,
  type Literal,
  momentCalls,
  type Operand,
  textCalls,
  typeOf,
} from './expression.ts';
import { columnFeature } from './features.ts';
import { readLocally } from './judge.ts';
import { type MakeContext, makeFieldPath, type Position, randomHops } from './make-context.ts';
import { familyOf } from './order-values.ts';
import { writeLiteral, writeNull } from './write-literal.ts';

/** A field, or a function of one, and the field's entity. */
export interface Read {
  readonly operand: FieldOperand | Call;
  readonly entity: Entity;
}

/** Generates an operand of a type that `suits`, or undefined. */
export function makeRead(context: MakeContext, place: Position, suits: (type: FieldType) => boolean): Read | undefined {
  const { random, coverage } = context;
  const { fieldPath, entity } = makeFieldPath(context, place, {
    hops: randomHops(random),
    outward: random.chance(0.3),
  });
  const operands = entity.fields
    .flatMap(({ name, type }) => withCalls({ kind: 'field', fieldPath, field: name, type }, context))
    .filter((operand) => suits(typeOf(operand)));
  if (operands.length === 0) return undefined;
  const hidden = fieldPath.variable === undefined && fieldPath.steps.length === 0 ? operands.filter(isHidden) : [];
  const candidates = hidden.length > 0 && random.chance(0.6) ? hidden : operands;
  const operand = coverage.pickRare(random, candidates, (candidate) =>
    candidate.kind === 'call' ? candidate.name : columnFeature(entity.name, candidate.field),
  );
  return { operand: grouped(operand, context), entity };

  /** Returns whether a variable shadows the field's name. */
  function isHidden(candidate: FieldOperand | Call): boolean {
    return candidate.kind === 'field' && place.variables.some(({ name }) => name === candidate.field);
  }
}

/** Returns the field, and a function of the field, sometimes nested. */
function withCalls(field: FieldOperand, { random }: MakeContext): readonly (FieldOperand | Call)[] {
  const family = familyOf(field.type);
  if (family === 'moment') return [field, call(random.pick(momentCalls), field)];
  if (family !== 'text' || random.chance(0.5)) return [field];
  const folded = call(random.pick(['tolower', 'toupper'] as const), field);
  return [field, call(random.pick(textCalls), random.chance(0.15) ? folded : field)];
}

export const call = (name: CallName, argument: Operand): Call => ({ kind: 'call', name, argument });

/** Adds parentheses sometimes. */
export const grouped = <T extends Operand>(operand: T, { random }: MakeContext): T =>
  random.chance(0.04) ? { ...operand, grouped: true } : operand;

export function makeValue({ random, claims, ...context }: MakeContext, value: Value, type: FieldType): Literal | Claim {
  if (claims !== undefined && isClaimable(value) && random.chance(0.15))
    return claims.claim(type, random, () => [value]);
  const literal = value === null ? writeNull(type) : writeLiteral(value, type, random);
  return grouped(literal, { random, claims, ...context });
}

/** Returns false for NaN and infinities, which JSON tokens lack. */
export const isClaimable = (value: Value): boolean =>
  value !== null && (typeof value !== 'number' || Number.isFinite(value));

const TRIES = 6;

/** Draws a value of the operand from some row, or sometimes another one; null if there is none. */
export function drawValue({ random, store }: MakeContext, { operand, entity }: Read): Value {
  const type = typeOf(operand);
  const edges = edgesOf(type);
  const isFloating = type.scalar === 'Single' || type.scalar === 'Float';
  if (edges.length > 0 && random.chance(isFloating ? 0.6 : 0.12)) return random.pick(edges);
  const rows = store.rows(entity);
  const candidates = rows.length === 0 ? [] : random.times(TRIES, () => readLocally(operand, random.pick(rows)));
  const found = candidates.find((value) => value !== null) ?? null;
  return found !== null && random.chance(0.2) ? varyValue(found, type, random) : found;
}
