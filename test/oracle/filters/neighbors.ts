import { edgesOf } from '../expressions/draw-value.ts';
import {
  allConditions,
  type Condition,
  comparisonOperators,
  type Literal,
  literalForms,
  matchNames,
  type Operand,
  operandsOf,
  plain,
  typeOf,
} from '../expressions/expression.ts';
import { familyOf } from '../expressions/order-values.ts';
import { plainScalars, writeLiteral, writeNull, writePlainLiteral } from '../expressions/write-literal.ts';
import type { Random } from '../generate/random.ts';

/** Generates a similar expression with another meaning, or with literals of other forms. */
export function neighborOf(condition: Condition, random: Random): Condition {
  const all = allConditions(condition);
  // Without columns, literals define their own types: a wrongly shared plan would fail here.
  const standalone = all.filter(isStandalone);
  const target = random.pick(standalone.length > 0 && random.chance(0.6) ? standalone : all);
  return replaceIn(condition, target, change(target, random));
}

const isStandalone = (condition: Condition): boolean => {
  const operands = operandsOf(condition);
  return operands.length > 0 && operands.every(({ kind }) => kind === 'literal');
};

function replaceIn(condition: Condition, target: Condition, other: Condition): Condition {
  if (condition === target) return other;
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, members: condition.members.map((member) => replaceIn(member, target, other)) };
    case 'not':
      return { ...condition, member: replaceIn(condition.member, target, other) };
    case 'truth': {
      const member = replaceIn(condition.member, target, other);
      return member.kind === 'bare' ? { kind: 'not', member } : { ...condition, member };
    }
    case 'quantifier': {
      const { inner } = condition;
      if (inner === undefined) return condition;
      return { ...condition, inner: { ...inner, condition: replaceIn(inner.condition, target, other) } };
    }
    default:
      return condition;
  }
}

function change(condition: Condition, random: Random): Condition {
  if (random.chance(0.15)) return { kind: 'not', member: condition };
  if (condition.kind === 'compare' && isStandalone(condition) && random.chance(0.6))
    return ofOtherType(condition, random);
  switch (condition.kind) {
    case 'and':
    case 'or':
      return changeJunction(condition, random);
    case 'not':
      return condition.member;
    case 'truth':
      return random.chance(0.5)
        ? { ...condition, truth: !condition.truth }
        : { ...condition, operator: condition.operator === 'eq' ? 'ne' : 'eq' };
    case 'quantifier':
      if (condition.inner === undefined) return { kind: 'not', member: condition };
      return { ...condition, name: condition.name === 'any' ? 'all' : 'any' };
    case 'match':
      return { ...condition, name: random.pick(matchNames.filter((name) => name !== condition.name)) };
    case 'bare': {
      const { operand } = condition;
      if (operand.kind !== 'literal') return { kind: 'not', member: condition };
      return {
        ...condition,
        operand: { ...operand, value: operand.value !== true, text: String(operand.value !== true) },
      };
    }
    case 'compare': {
      const { left, right } = condition;
      const kind = random.pick(['operator', 'sides', 'form'] as const);
      if (kind === 'sides') return { ...condition, left: right, right: left };
      if (kind === 'form') {
        return { ...condition, left: otherForm(left, right, random), right: otherForm(right, left, random) };
      }
      const operators = familyOf(typeOf(left)) === 'enum' ? (['eq', 'ne'] as const) : comparisonOperators;
      return { ...condition, operator: random.pick(operators.filter((operator) => operator !== condition.operator)) };
    }
    case 'among': {
      const { operand, items } = condition;
      const shown = items.filter((item) => item.kind === 'literal');
      if (random.chance(0.4)) return { ...condition, items: [...items, writeNull(typeOf(operand))] };
      if (random.chance(0.3)) return { ...condition, items: shown.toReversed() };
      if (random.chance(0.3) && shown.every(({ text }) => !/NaN|INF/.test(text))) return inEmptyList(condition, shown);
      return { ...condition, items: shown.map((item) => otherForm(item, operand, random)) };
    }
  }
}

/** The first typed item determines the type of null, so it must be the most general. */
function inEmptyList(condition: Extract<Condition, { kind: 'among' }>, items: readonly Literal[]): Condition {
  const widest = [...literalForms].toReversed();
  return {
    ...condition,
    operand: writeNull(typeOf(condition.operand)),
    items: items.toSorted((left, right) => widest.indexOf(left.form) - widest.indexOf(right.form)),
  };
}

/** Replaces two literals of one type by two of another. */
function ofOtherType(condition: Extract<Condition, { kind: 'compare' }>, random: Random): Condition {
  const type = plain(random.pick(plainScalars.filter((scalar) => scalar !== typeOf(condition.left).scalar)));
  const values = type.scalar === 'Boolean' ? [true, false] : edgesOf(type);
  const write = () => writePlainLiteral(random.pick(values), type, random);
  return { ...condition, left: write(), right: write() };
}

/** Regroups `a and (b and c)` or `a and b or c`, or removes a member. */
function changeJunction(condition: Extract<Condition, { kind: 'and' | 'or' }>, random: Random): Condition {
  const { kind, members } = condition;
  const [first, second, ...more] = members;
  if (first === undefined || second === undefined) throw new Error('A list must have at least two members.');
  const other = kind === 'and' ? 'or' : 'and';
  if (more.length > 0 && random.chance(0.5)) {
    return { kind, members: [first, { kind: random.pick([kind, other]), members: [second, ...more] }] };
  }
  return random.chance(0.5) ? { kind: other, members } : { kind, members: [second, first, ...more] };
}

const TRIES = 6;

/** Changes the form of a literal, such as the quotes of a date. */
function otherForm<T extends Operand>(operand: T, otherSide: Operand, random: Random): T | Literal {
  if (operand.kind !== 'literal' || operand.form === 'null' || otherSide.kind === 'literal') return operand;
  for (let remaining = TRIES; remaining > 0; remaining -= 1) {
    const written = writeLiteral(operand.value, operand.type, random);
    if (written.form !== operand.form) return written;
  }
  return operand;
}
