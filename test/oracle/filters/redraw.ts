import { cutText, edgesOf } from '../expressions/draw-value.ts';
import {
  allOperands,
  type Condition,
  type Literal,
  type MatchName,
  type Operand,
  operandsOf,
} from '../expressions/expression.ts';
import { readLocally } from '../expressions/judge.ts';
import { writeLiteral } from '../expressions/write-literal.ts';
import type { Random } from '../generate/random.ts';
import { type FieldType, isSameNamed, type Value } from '../naive/entity.ts';
import type { Store } from '../naive/store.ts';

/** State for redrawing literals. */
export interface RedrawContext {
  readonly random: Random;
  readonly store: Store;
}

/**
 * Redraws literals in the same forms, and the lengths of lists. Null and booleans stay, since they change the
 * structure.
 */
export function redraw(condition: Condition, redrawing: RedrawContext): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, members: condition.members.map((member) => redraw(member, redrawing)) };
    case 'not':
      return { ...condition, member: redraw(condition.member, redrawing) };
    case 'truth': {
      const member = redraw(condition.member, redrawing);
      return member.kind === 'bare' ? condition : { ...condition, member };
    }
    case 'quantifier': {
      const { inner } = condition;
      if (inner === undefined) return condition;
      return { ...condition, inner: { ...inner, condition: redraw(inner.condition, redrawing) } };
    }
    case 'compare': {
      const values = valuesNear(condition, redrawing);
      const { left, right } = condition;
      return {
        ...condition,
        left: redrawOperand(left, values, redrawing),
        right: redrawOperand(right, values, redrawing),
      };
    }
    case 'among':
      return redrawItems(condition, redrawing);
    case 'match': {
      const cut = valuesNear(condition, redrawing).map((value) => cutPart(value, condition.name, redrawing.random));
      const [text, part] = [
        redrawOperand(condition.text, [], redrawing),
        redrawOperand(condition.part, cut, redrawing),
      ];
      return part.kind === 'literal' ? { ...condition, text, part } : condition;
    }
    case 'bare':
      return condition;
  }
}

const cutPart = (value: Value, name: MatchName, random: Random): Value =>
  typeof value === 'string' ? cutText(value, name, random) : value;

/** Returns at least one literal per form in order of appearance, then more of any form. */
function redrawItems(condition: Extract<Condition, { kind: 'among' }>, redrawing: RedrawContext): Condition {
  const { random } = redrawing;
  const values = valuesNear(condition, redrawing);
  const literals = condition.items.filter((item) => item.kind === 'literal');
  const first = [...new Map(literals.toReversed().map((item) => [item.form, item])).values()].toReversed();
  const more = random.times(random.int(0, 4), () => random.pick(literals));
  const items = [...first, ...more].map((item) => redrawLiteral(item, values, redrawing));
  return { ...condition, operand: redrawOperand(condition.operand, [], redrawing), items };
}

const TRIES = 8;

/** Returns values that the other operands have for some rows. */
function valuesNear(condition: Condition, { random, store }: RedrawContext): readonly Value[] {
  const read = operandsOf(condition).find((operand) => allOperands(operand).some(({ kind }) => kind === 'field'));
  if (read === undefined || (read.kind !== 'field' && read.kind !== 'call')) return [];
  const field = allOperands(read).find((operand) => operand.kind === 'field');
  if (field === undefined) return [];
  const owners = store
    .entities()
    .filter((entity) => isSame(store.field(entity, field.field)?.type, field.type) && store.rows(entity).length > 0);
  return random.times(TRIES, () => readLocally(read, random.pick(store.rows(random.pick(owners)))));
}

const isSame = (left: FieldType | undefined, right: FieldType): boolean =>
  left?.scalar === right.scalar && left.list === right.list && isSameNamed(left, right);

function redrawOperand(operand: Operand, values: readonly Value[], redrawing: RedrawContext): Operand {
  if (operand.kind === 'literal') return redrawLiteral(operand, values, redrawing);
  if (operand.kind !== 'call') return operand;
  return { ...operand, argument: redrawOperand(operand.argument, [], redrawing) };
}

/** Returns the literal itself if no other value has its form. */
function redrawLiteral(literal: Literal, values: readonly Value[], { random }: RedrawContext): Literal {
  const { form, type } = literal;
  if (form === 'null' || form === 'boolean') return literal;
  const candidates = [...values.filter((value) => value !== null), ...plainValues(type), literal.value];
  for (let remaining = 3 * TRIES; remaining > 0; remaining -= 1) {
    const drawnValue = writeLiteral(random.pick(candidates), type, random);
    if (drawnValue.form === form && drawnValue.text !== literal.text) return { ...drawnValue, ...grouping(literal) };
  }
  return literal;
}

const grouping = ({ grouped }: Operand): Pick<Operand, 'grouped'> => (grouped === undefined ? {} : { grouped });

/** Returns values for positions without a column. */
const plainValues = (type: FieldType): readonly Value[] =>
  type.scalar === 'Int' || type.scalar === 'Short' ? [0, 1, 2, 5, 12, 29, 2023, 2024] : edgesOf(type);
