import type { Dataset, Entity } from '../naive/entity.ts';
import type { Store } from '../naive/store.ts';
import {
  allOperands,
  type Condition,
  comparisonOperators,
  type FieldPath,
  type Literal,
  literalForms,
  matchNames,
  membersOf,
  momentCalls,
  type Operand,
  operandsOf,
  textCalls,
  typeOf,
} from './expression.ts';
import { type Family, families, familiesOf, familyOf } from './order-values.ts';

export const columnFeature = (entity: string, field: string): string => `column ${entity}.${field}`;

/** Features of the language, each to be used often. */
export const mainFeatures: readonly string[] = [
  ...comparisonOperators.map((operator) => `operator ${operator}`),
  ...[...matchNames, ...textCalls, ...momentCalls],
  ...literalForms.map((form) => `literal ${form}`),
  ...['and', 'or', 'not', 'truth', 'among', 'any', 'any()', 'all', 'parentheses'],
  ...['hops 0', 'hops 1', 'hops 2', 'hops 3', 'a quantifier behind a relationship', 'a quantifier in another'],
  ...['a variable', 'outwards to the item', 'literal on the left', 'field against field', 'field for itself'],
];

/** Additional features of policies. */
export const claimFeatures: readonly string[] = [
  '@item',
  ...['compared', 'in a list', 'in a match', 'on the left'].map((place) => `claim ${place}`),
];

/** Rare features. */
export const rareFeatures: readonly string[] = [
  ...comparisonOperators.map((operator) => `null ${operator}`),
  ...families.flatMap((family) => [`compare ${family}`, `among ${family}`]),
  ...['outwards to a variable', 'a shadowed name', 'literals alone', 'literal for itself', 'claim for itself'],
  ...['many digits', 'negative', 'NaN', 'infinite', 'exponent', 'quote', 'wildcard', 'beyond ASCII', 'empty text'],
  ...['offset of time', 'quoted for another type', 'null in a list'],
];

/** Literal form that only this type family can have. */
const formOf: Partial<Readonly<Record<Family, string>>> = { uuid: 'literal guid', time: 'literal time' };

/** Returns features without a matching column. */
export function absentFeatures({ entities }: Dataset): readonly string[] {
  const present = familiesOf(entities);
  return families
    .filter((family) => !present.includes(family))
    .flatMap((family) => [`compare ${family}`, `among ${family}`, ...[formOf[family] ?? []].flat()]);
}

/** Returns the features that a condition uses, with repetitions. */
export function featuresOf(condition: Condition, entity: Entity, store: Store): readonly string[] {
  return read(condition, { store, item: entity, variables: [] });
}

interface FeatureScope {
  readonly store: Store;
  readonly item: Entity;
  readonly variables: readonly (readonly [name: string, entity: Entity])[];
}

function read(condition: Condition, reading: FeatureScope): readonly string[] {
  const operands = operandsOf(condition).flatMap(allOperands);
  return [
    ...(condition.grouped === true ? ['parentheses'] : []),
    ...kindFeatures(condition),
    ...operands.flatMap((operand) => operandFeatures(operand, reading)),
    ...(condition.kind === 'quantifier' ? pathFeatures(condition.fieldPath, condition.relationship, reading) : []),
    ...(condition.kind === 'quantifier' && reading.variables.length > 0 ? ['a quantifier in another'] : []),
    ...membersOf(condition).flatMap((member) => read(member, inside(condition, reading))),
  ];
}

function inside(condition: Condition, reading: FeatureScope): FeatureScope {
  if (condition.kind !== 'quantifier' || condition.inner === undefined) return reading;
  const reached = reach(condition.fieldPath, reading);
  const { target } = reading.store.relationship(reached, condition.relationship);
  return { ...reading, variables: [...reading.variables, [condition.inner.variable, reading.store.entity(target)]] };
}

function reach({ variable, steps }: FieldPath, { store, item, variables }: FeatureScope): Entity {
  const start = variables.findLast(([name]) => name === variable)?.[1] ?? item;
  return steps.reduce((entity, step) => store.entity(store.relationship(entity, step).target), start);
}

function kindFeatures(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'compare': {
      const { operator, left, right } = condition;
      const isNull = [left, right].some((side) => side.kind === 'literal' && side.form === 'null');
      const kinds = [left.kind, right.kind];
      return [
        `operator ${operator}`,
        isNull ? `null ${operator}` : `compare ${familyOf(typeOf(left))}`,
        ...(left.kind === 'literal' ? [right.kind === 'literal' ? 'literals alone' : 'literal on the left'] : []),
        ...(left.kind === 'claim' ? ['claim on the left'] : []),
        ...(kinds.includes('claim') ? ['claim compared'] : []),
        ...(kinds.every((kind) => kind === 'field' || kind === 'call') ? ['field against field'] : []),
      ];
    }
    case 'among':
      return [
        'among',
        `among ${familyOf(typeOf(condition.operand))}`,
        ...condition.items.flatMap((item) =>
          item.kind === 'claim' ? ['claim in a list'] : item.form === 'null' ? ['null in a list'] : [],
        ),
      ];
    case 'match':
      return [condition.name, ...(condition.part.kind === 'claim' ? ['claim in a match'] : [])];
    case 'quantifier':
      return [
        condition.inner === undefined ? 'any()' : condition.name,
        ...(condition.fieldPath.steps.length > 0 ? ['a quantifier behind a relationship'] : []),
      ];
    case 'bare':
      return [`${condition.operand.kind} for itself`];
    default:
      return [condition.kind];
  }
}

function operandFeatures(operand: Operand, reading: FeatureScope): readonly string[] {
  const parentheses = operand.grouped === true ? ['parentheses'] : [];
  switch (operand.kind) {
    case 'literal':
      return [...parentheses, `literal ${operand.form}`, ...literalFeatures(operand)];
    case 'call':
      return [...parentheses, operand.name];
    case 'claim':
      return parentheses;
    case 'field': {
      const entity = reach(operand.fieldPath, reading);
      return [
        ...parentheses,
        columnFeature(entity.name, operand.field),
        `hops ${operand.fieldPath.steps.length}`,
        ...pathFeatures(operand.fieldPath, operand.field, reading),
      ];
    }
  }
}

function pathFeatures(
  { variable, steps, prefix }: FieldPath,
  last: string,
  { variables }: FeatureScope,
): readonly string[] {
  const innermost = variables.at(-1)?.[0];
  const names = variables.map(([name]) => name);
  return [
    ...(variable === undefined ? [] : ['a variable']),
    ...(variable === undefined && prefix.startsWith('@') ? ['@item'] : []),
    ...(variable === undefined && names.length > 0 ? ['outwards to the item'] : []),
    ...(variable !== undefined && variable !== innermost ? ['outwards to a variable'] : []),
    ...(variable === undefined && names.includes(steps[0] ?? last) ? ['a shadowed name'] : []),
  ];
}

function literalFeatures({ form, text, value, type }: Literal): readonly string[] {
  const tests: readonly (readonly [feature: string, has: boolean])[] = [
    ['many digits', form === 'number' && text.replace(/\D/g, '').length > 15],
    ['negative', form === 'number' && text.startsWith('-')],
    ['NaN', text === 'NaN'],
    ['infinite', /^-?INF$/.test(text)],
    ['exponent', form === 'number' && /\de/i.test(text)],
    ['quote', form === 'text' && /'./.test(text.slice(1, -1))],
    ['wildcard', form === 'text' && /[%_\\]/.test(text)],
    ['beyond ASCII', /[^\0-\x7f]/.test(text)],
    ['empty text', value === ''],
    ['offset of time', /[+-]\d\d:\d\d'?$/.test(text)],
    ['quoted for another type', form === 'text' && type.scalar !== 'String'],
  ];
  return tests.flatMap(([feature, has]) => (has ? [feature] : []));
}
