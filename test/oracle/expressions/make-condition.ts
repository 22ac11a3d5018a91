import { type Entity, type FieldType, isSameNamed, type ScalarName, type Value } from '../naive/entity.ts';
import { cutText, edgesOf } from './draw-value.ts';
import {
  type Bare,
  type Call,
  type Claim,
  type Comparison,
  type ComparisonOperator,
  type Condition,
  comparisonOperators,
  type Literal,
  type Match,
  type Membership,
  matchNames,
  momentCalls,
  type Operand,
  plain,
  type Quantifier,
  textCalls,
  typeOf,
} from './expression.ts';
import { type MakeContext, makeFieldPath, type Position } from './make-context.ts';
import { call, drawValue, grouped, isClaimable, makeRead, makeValue, type Read } from './make-operand.ts';
import { type Family, familiesOf, familyOf } from './order-values.ts';
import { plainScalars, writeLiteral, writeNull, writePlainLiteral } from './write-literal.ts';

const MAX_DEPTH = 4;

type Kind = 'compare' | 'null' | 'fields' | 'among' | 'match' | 'bare' | 'literals' | 'exists';
type Outer = 'and' | 'or' | 'not' | 'truth' | 'quantifier';

const leafWeights: Readonly<Record<Kind, number>> = {
  compare: 32,
  null: 13,
  fields: 14,
  among: 15,
  match: 13,
  bare: 8,
  literals: 8,
  exists: 3,
};

const outerWeights: Readonly<Record<Outer, number>> = { and: 10, or: 12, not: 10, truth: 7, quantifier: 26 };

export const makeCondition = (context: MakeContext, entity: Entity): Condition =>
  make(context, { item: entity, variables: [], depth: 0 });

function make(context: MakeContext, place: Position): Condition {
  const { random, budget } = context;
  const isNested = place.depth < MAX_DEPTH && budget.leaves > 1 && random.chance(place.depth === 0 ? 0.7 : 0.45);
  const condition = isNested ? makeOuter(context, { ...place, depth: place.depth + 1 }) : makeLeaf(context, place);
  return random.chance(0.05) ? { ...condition, grouped: true } : condition;
}

function makeOuter(context: MakeContext, place: Position): Condition {
  const { random } = context;
  const kinds = Object.keys(outerWeights) as Outer[];
  const kind = random.pickWeighted(kinds, (candidate) => outerWeights[candidate]);
  switch (kind) {
    case 'and':
    case 'or':
      return { kind, members: random.times(random.pick([2, 2, 2, 3]), () => make(context, place)) };
    case 'not':
      return { kind, member: make(context, place) };
    case 'truth': {
      const member = make(context, place);
      if (member.kind === 'bare') return { kind: 'not', member };
      const [operator, truth, flipped] = [random.pick(['eq', 'ne'] as const), random.chance(0.5), random.chance(0.3)];
      return { kind, member, operator, truth, flipped };
    }
    case 'quantifier':
      return makeQuantifier(context, place, random.pick(['any', 'any', 'all'] as const)) ?? makeLeaf(context, place);
  }
}

const variableNames = ['o', 'x1', 'ö', 'any', 'length', 'item', 'p', 'q'];

/**
 * Returns undefined without to-many relationships.
 * @param name absent for `any()`
 */
function makeQuantifier(context: MakeContext, place: Position, name?: 'any' | 'all'): Quantifier | undefined {
  const { random, store } = context;
  const { fieldPath, entity } = makeFieldPath(context, place, { hops: random.pick([0, 0, 0, 1]), outward: false });
  const toMany = entity.relationships.filter(({ many }) => many);
  if (toMany.length === 0) return undefined;
  const { name: relationship, target } = random.pick(toMany);
  if (name === undefined) return { kind: 'quantifier', name: 'any', fieldPath, relationship };
  const used = place.variables.map((variable) => variable.name);
  // A variable may shadow a name of the item.
  const hiding = random.pick([...place.item.fields, ...place.item.relationships]).name;
  const free = [hiding, hiding, hiding, ...variableNames].filter((candidate) => !used.includes(candidate));
  const variable = random.pick(free);
  const variables = [...place.variables, { name: variable, entity: store.entity(target) }];
  const condition = make(context, { ...place, variables });
  return { kind: 'quantifier', name, fieldPath, relationship, inner: { variable, condition } };
}

function makeLeaf(context: MakeContext, place: Position): Condition {
  context.budget.leaves -= 1;
  const kinds = Object.keys(leafWeights) as Kind[];
  for (;;) {
    const kind = context.random.pickWeighted(kinds, (candidate) => leafWeights[candidate]);
    const condition = makeKind(kind, context, place);
    if (condition !== undefined) return condition;
  }
}

function makeKind(kind: Kind, context: MakeContext, place: Position): Condition | undefined {
  switch (kind) {
    case 'compare':
      return makeComparison(context, place);
    case 'null':
      return makeNullComparison(context, place);
    case 'fields':
      return compareFields(context, place);
    case 'among':
      return makeMembership(context, place);
    case 'match':
      return makeMatch(context, place);
    case 'bare':
      return makeBare(context, place);
    case 'literals':
      return compareLiterals(context);
    case 'exists':
      return makeQuantifier(context, place);
  }
}

/** Generates an operand, preferably of the least-compared type. */
function makeComparable(context: MakeContext, place: Position, feature: 'compare' | 'among'): Read | undefined {
  const { random, coverage, store } = context;
  const family = coverage.pickRare(random, familiesOf(store.entities()), (candidate) => `${feature} ${candidate}`);
  const tries = random.chance(0.75) ? FAMILY_TRIES : 0;
  for (let remaining = tries; remaining > 0; remaining -= 1) {
    const read = makeRead(context, place, (type) => familyOf(type) === family);
    if (read !== undefined) return read;
  }
  return makeRead(context, place, (type) => familyOf(type) !== undefined);
}

const FAMILY_TRIES = 8;

/** Swaps the sides if the operator can be mirrored. */
function makeSides(
  operator: ComparisonOperator,
  sides: readonly [Operand, Operand],
  { random }: MakeContext,
): Comparison {
  const [left, right] = random.chance(0.3) ? [sides[1], sides[0]] : sides;
  return { kind: 'compare', operator, left, right };
}

const operatorsOf = (family: Family | undefined): readonly ComparisonOperator[] =>
  family === 'enum' ? ['eq', 'ne'] : comparisonOperators;

function makeOperator(family: Family | undefined, { random, coverage }: MakeContext): ComparisonOperator {
  return coverage.pickRare(random, operatorsOf(family), (operator) => `operator ${operator}`);
}

function makeComparison(context: MakeContext, place: Position): Comparison | undefined {
  const read = makeComparable(context, place, 'compare');
  const value = read && drawValue(context, read);
  if (read === undefined || value === null || value === undefined) return undefined;
  const type = typeOf(read.operand);
  return makeSides(makeOperator(familyOf(type), context), [read.operand, makeValue(context, value, type)], context);
}

/** Any type can be compared with null, by any operator. */
function makeNullComparison(context: MakeContext, place: Position): Comparison | undefined {
  const { random, coverage } = context;
  const read = makeRead(context, place, () => true);
  if (read === undefined) return undefined;
  const operator = random.chance(0.5)
    ? random.pick(['eq', 'ne'] as const)
    : coverage.pickRare(random, comparisonOperators, (candidate) => `null ${candidate}`);
  return makeSides(operator, [read.operand, grouped(writeNull(typeOf(read.operand)), context)], context);
}

function compareFields(context: MakeContext, place: Position): Comparison | undefined {
  const first = makeComparable(context, place, 'compare');
  if (first === undefined) return undefined;
  const type = typeOf(first.operand);
  const family = familyOf(type);
  const second = makeRead(context, place, (other) => familyOf(other) === family && isSameNamed(other, type));
  if (second === undefined) return undefined;
  return makeSides(makeOperator(family, context), [first.operand, second.operand], context);
}

function makeMembership(context: MakeContext, place: Position): Membership | undefined {
  const { random, claims } = context;
  const read = makeComparable(context, place, 'among');
  if (read === undefined) return undefined;
  const type = typeOf(read.operand);
  const makeItem = () => {
    const several = random.times(random.pick([1, 2, 3]), () => drawValue(context, read)).filter(isClaimable);
    if (claims !== undefined && several.length > 0 && random.chance(0.12)) {
      return claims.claim(type, random, () => several);
    }
    return random.chance(0.08) ? writeNull(type) : makeValue(context, drawValue(context, read), type);
  };
  return { kind: 'among', operand: read.operand, items: random.times(random.pick([1, 2, 2, 3, 5]), makeItem) };
}

function makeMatch(context: MakeContext, place: Position): Match | undefined {
  const { random, coverage } = context;
  const read = makeRead(context, place, (type) => familyOf(type) === 'text');
  const value = read && drawValue(context, read);
  if (read === undefined || value === null || value === undefined) return undefined;
  const name = coverage.pickRare(random, matchNames, (candidate) => candidate);
  const part = random.chance(0.02) ? null : cutText(String(value), name, random);
  return { kind: 'match', name, text: read.operand, part: makeValue(context, part, plain('String')) };
}

function makeBare(context: MakeContext, place: Position): Bare | undefined {
  const { random, claims } = context;
  const type = plain('Boolean');
  if (random.chance(0.25)) return { kind: 'bare', operand: writePlainLiteral(random.chance(0.5), type, random) };
  if (claims !== undefined && random.chance(0.2)) {
    return { kind: 'bare', operand: claims.claim(type, random, () => [random.chance(0.5)]) };
  }
  const read = makeRead(context, place, ({ scalar, list }) => scalar === 'Boolean' && !list);
  return read?.operand.kind === 'field' ? { kind: 'bare', operand: read.operand } : undefined;
}

/** Compares literals, whose form determines their type. */
function compareLiterals(context: MakeContext): Condition {
  const { random, claims } = context;
  const scalar = random.pick(plainScalars);
  const first = makePlainOperand(scalar, context);
  const type = typeOf(first);
  const candidates = (): Value => random.pick(plainValues(type));
  const other = (): Literal | Claim => {
    if (claims !== undefined && random.chance(0.4)) return claims.claim(type, random, () => [candidates()]);
    if (random.chance(0.1)) return writeNull(type);
    return type.scalar === 'Int'
      ? writeLiteral(candidates(), type, random)
      : writePlainLiteral(candidates(), type, random);
  };
  if (random.chance(0.3)) return { kind: 'among', operand: first, items: random.times(2, other) };
  if (type.scalar === 'String' && random.chance(0.3)) {
    return { kind: 'match', name: random.pick(matchNames), text: first, part: other() };
  }
  return makeSides(random.pick(comparisonOperators), [first, other()], context);
}

function makePlainOperand(scalar: ScalarName, { random }: MakeContext): Literal | Call {
  const type = plain(scalar);
  const literal = writePlainLiteral(random.pick(plainValues(type)), type, random);
  const names = scalar === 'String' ? textCalls : scalar === 'Date' || scalar === 'DateTime' ? momentCalls : [];
  return names.length > 0 && random.chance(0.5) ? call(random.pick(names), literal) : literal;
}

const plainValues = (type: FieldType): readonly Value[] => {
  if (type.scalar === 'Int') return [0, 1, 2, 12, 29, 2024];
  return type.scalar === 'Boolean' ? [true, false] : edgesOf(type);
};
