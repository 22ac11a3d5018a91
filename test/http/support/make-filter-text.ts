import type { Entity, Model } from '../../../src/model/model.ts';
import { callNames, comparisonOperators, matchNames, quantifierNames } from '../../../src/odata/expression.ts';
import type { Random } from '../../oracle/generate/random.ts';

const LITERALS: readonly string[] = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-1',
    '2.50',
    '1e3',
    '99999999999',
    'NaN',
    '-INF',
    "''",
    "'NL'",
    "'PAID'",
    "'%_'",
    "'2024-02-29'",
  ],
  ...[
    '2024-02-29',
    '2024-02-29T12:00:00Z',
    '08:30',
    'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    "'aGVsbG8='",
    '9223372036854775807',
  ],
];

interface MakeContext {
  readonly model: Model;
  readonly random: Random;
}

/** A lambda variable and its entity; the item itself has no variable. */
interface Level {
  readonly variable?: string;
  readonly entity: Entity;
}

/** Returns a well-formed `$filter` on an entity; its types may not match. */
export function makeFilterText(entity: Entity, making: MakeContext): string {
  return makeCondition([{ entity }], 2, making);
}

function makeCondition(levels: readonly Level[], depth: number, making: MakeContext): string {
  const { random } = making;
  const operand = () => makeOperand(levels, making);
  const inner = () => makeCondition(levels, depth - 1, making);
  const literal = () => random.pick(LITERALS);
  const simple = [
    () => `${operand()} ${random.pick(comparisonOperators)} ${operand()}`,
    () => `${operand()} ${random.pick(comparisonOperators)} ${literal()}`,
    () => `${literal()} ${random.pick(comparisonOperators)} ${operand()}`,
    () => `${operand()} in (${random.times(random.int(1, 3), literal).join(',')})`,
    () => `${random.pick(matchNames)}(${operand()},${random.chance(0.8) ? "'a'" : literal()})`,
    () => makePath(levels, making),
  ];
  const nested = [
    () => `(${inner()}) ${random.pick(['and', 'or'])} (${inner()})`,
    () => `not (${inner()})`,
    () => makeQuantifier(levels, depth, making),
  ];
  return random.pick(depth > 0 ? [...simple, ...nested] : simple)();
}

function makeOperand(levels: readonly Level[], making: MakeContext): string {
  const { random } = making;
  const path = makePath(levels, making);
  return random.chance(0.3) ? `${random.pick(callNames)}(${path})` : path;
}

function makePath(levels: readonly Level[], { model, random }: MakeContext): string {
  const { variable, entity } = random.pick(levels);
  const toOne = entity.relationships.filter(({ many }) => !many);
  const start = variable === undefined ? '' : `${variable}/`;
  if (toOne.length === 0 || random.chance(0.7)) return start + random.pick(entity.fields).name;
  const { name, target } = random.pick(toOne);
  return `${start}${name}/${random.pick(model.byName.get(target)?.fields ?? entity.fields).name}`;
}

function makeQuantifier(levels: readonly Level[], depth: number, making: MakeContext): string {
  const { model, random } = making;
  const { variable, entity } = levels.at(-1) ?? random.pick(levels);
  const toMany = entity.relationships.filter(({ many }) => many);
  if (toMany.length === 0) return 'true';
  const { name, target } = random.pick(toMany);
  const rangeVariable = `v${levels.length}`;
  const inner = [...levels, { variable: rangeVariable, entity: model.byName.get(target) ?? entity }];
  const path = `${variable === undefined ? '' : `${variable}/`}${name}`;
  return random.chance(0.2)
    ? `${path}/any()`
    : `${path}/${random.pick(quantifierNames)}(${rangeVariable}:${makeCondition(inner, depth - 1, making)})`;
}
