import {
  type Condition,
  callNames,
  comparisonOperators,
  type Literal,
  type LiteralType,
  matchNames,
  type Operand,
  type Path,
} from '../../../src/odata/expression.ts';
import { pick } from './random.ts';

type Random = () => number;

const names = ['a', 'total', 'o', 'p', 'eq', 'not', 'Null', 'any', 'length', 'naïve', '名前', 'INF'];
const variables = ['o', 'p', 'q', 'any', 'total'];
const claims = ['sub', 'a.b', 'http://x.org/y-z', '_1'];

const literals: Readonly<Record<LiteralType, readonly string[]>> = {
  null: ['null'],
  boolean: ['true', 'false'],
  text: ['', "O'Neil", "'", 'a and (b', '名前 😀', '@item.x;$it'],
  number: ['0', '-5', '0.10', '12345678901234567890.5', '1e-7', '-0.0E+5', 'NaN', 'INF', '-INF'],
  guid: ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '01234567-89AB-cdef-0123-456789abcdef'],
  date: ['2024-02-29'],
  dateTime: ['2024-02-29T12:30', '2024-02-29T12:30:59.123Z', '2024-02-29t12:30:59-11:30'],
  time: ['07:59', '07:59:59.999'],
};
const literalTypes = Object.keys(literals) as readonly LiteralType[];

/**
 * Returns a random policy condition with at most this depth. `scope` contains the variables in scope. Positions are 0.
 */
export function randomCondition(depth: number, random: Random, scope: readonly string[] = []): Condition {
  const inner = (): Condition => randomCondition(depth - 1, random, scope);
  const operand = (): Operand => randomOperand(depth - 1, random, scope);
  const at = 0;
  const kinds = depth <= 0 ? leaves : [...leaves, ...branches];
  const kind = pick(kinds, random);
  switch (kind) {
    case 'and':
    case 'or':
      return { kind, members: several(2, inner, random), at };
    case 'not':
      return { kind, member: inner(), at };
    case 'compare':
      return { kind, operator: pick(comparisonOperators, random), left: operand(), right: operand(), at };
    case 'in': {
      const item = () =>
        random() < 0.8 ? randomLiteral(random) : ({ kind: 'claim', name: pick(claims, random), at } as const);
      return { kind, operand: operand(), items: several(1, item, random), at };
    }
    case 'match':
      return { kind, name: pick(matchNames, random), text: operand(), part: operand(), at };
    case 'quantifier':
      return randomQuantifier(depth, random, scope);
    case 'path':
      return randomPath(random, scope);
    case 'claim':
      return { kind, name: pick(claims, random), at };
    case 'literal':
      return { kind, type: 'boolean', text: pick(literals.boolean, random), at };
    default:
      throw new Error(`no such kind: ${kind satisfies never}`);
  }
}

const leaves = ['path', 'claim', 'literal', 'compare', 'in', 'match'] as const;
const branches = ['and', 'or', 'not', 'quantifier', 'and', 'or', 'not', 'quantifier'] as const;

function randomQuantifier(depth: number, random: Random, scope: readonly string[]): Condition {
  const path = randomPath(random, scope, 1);
  const free = variables.filter((variable) => !scope.includes(variable));
  if (free.length === 0 || random() < 0.2) return { kind: 'quantifier', name: 'any', path, at: 0 };
  const variable = pick(free, random);
  const condition = randomCondition(depth - 1, random, [...scope, variable]);
  return { kind: 'quantifier', name: pick(['any', 'all'] as const, random), path, variable, condition, at: 0 };
}

function randomOperand(depth: number, random: Random, scope: readonly string[]): Operand {
  const chance = random();
  if (chance < 0.4) return randomPath(random, scope);
  if (chance < 0.75) return randomLiteral(random);
  if (chance < 0.85 || depth <= 0) return { kind: 'claim', name: pick(claims, random), at: 0 };
  return { kind: 'call', name: pick(callNames, random), argument: randomOperand(depth - 1, random, scope), at: 0 };
}

function randomPath(random: Random, scope: readonly string[], least = 0): Path {
  const fromVariable = scope.length > 0 && random() < 0.5;
  const segments = several(fromVariable ? least : 1, () => pick(names, random), random);
  return { kind: 'path', ...(fromVariable ? { variable: pick(scope, random) } : {}), segments, at: 0 };
}

function randomLiteral(random: Random): Literal {
  const type = pick(literalTypes, random);
  return { kind: 'literal', type, text: pick(literals[type], random), at: 0 };
}

function several<T>(least: number, make: () => T, random: Random): readonly T[] {
  return Array.from({ length: least + Math.floor(random() * 3) }, make);
}
