import { type ConstValueNode, Kind, type ValueNode } from 'graphql';
import { JsonValue, type Row } from '../naive/entity.ts';
import { Digits } from '../naive/exact-json.ts';
import { isObject } from '../naive/json.ts';
import { type Generation, pickOrNone } from './generation.ts';
import { booleanNode, listNode, nullNode, objectNode, stringNode } from './nodes.ts';
import type { EntityShape, FieldFilter } from './shape.ts';
import { valueOrVariable } from './value-or-variable.ts';

export const pathOperators = ['eq', 'neq', 'isNull'] as const;

export const pathFeature = (operator: string): string => `JSON path ${operator}`;

/** Generates a condition on a position in a JSON column, usually an existing one. */
export function makeJsonPath(
  generation: Generation,
  shape: EntityShape,
  {
    field,
    sample,
    constant,
  }: { readonly field: FieldFilter['field']; readonly sample: Row | undefined; readonly constant: boolean },
): ValueNode {
  const { random, coverage, store } = generation;
  const rows = random.times(6, () => pickOrNone(random, store.rows(shape.entity)));
  const candidates = [sample, ...rows].map((row) => row?.[field.name]).filter((value) => value instanceof JsonValue);
  const content =
    candidates.length === 0 ? null : (random.chance(0.7) ? candidates[0] : random.pick(candidates))?.content;
  const { path, found } = walk(generation, content, '$');
  const operators = new Set(
    random.times(random.pick([1, 2, 3]), () => coverage.pickRare(random, pathOperators, pathFeature)),
  );
  const usage = { type: 'JSONPathFilterInput', shape: 'object', nullable: true, isReusable: false } as const;
  return valueOrVariable(generation, usage, constant, (isConstant) => {
    if (random.chance(0.02)) return nullNode;
    const at = { type: 'String', shape: 'scalar', nullable: false, isReusable: false } as const;
    const members = [...operators].map((operator) => {
      coverage.count(pathFeature(operator));
      return [operator, makeOperand(generation, operator, found, isConstant)] as const;
    });
    return objectNode([['at', valueOrVariable(generation, at, isConstant, () => stringNode(path))], ...members]);
  });
}

function makeOperand(generation: Generation, operator: string, found: unknown, constant: boolean): ValueNode {
  const { random } = generation;
  if (operator === 'isNull') {
    const usage = { type: 'Boolean', shape: 'scalar', nullable: true, isReusable: true } as const;
    return valueOrVariable(generation, usage, constant, () => booleanNode(random.chance(0.5)));
  }
  const others = ['red', true, new Digits('230'), new Digits('230.0'), [], {}, null];
  const content = isWritable(found) && random.chance(0.8) ? found : random.pick(others);
  const usage = { type: 'JSON', shape: 'scalar', nullable: true, isReusable: false } as const;
  return valueOrVariable(generation, usage, constant, () => jsonNode(content));
}

/** Walks deeper, sometimes to a missing position. */
function walk(
  generation: Generation,
  value: unknown,
  path: string,
): { readonly path: string; readonly found: unknown } {
  const { random } = generation;
  if (random.chance(0.1))
    return { path: `${path}${random.pick(['.nowhere', '[0]', '[7]', '["0"]', '."a b"'])}`, found: null };
  if (random.chance(path === '$' ? 0.1 : 0.4)) return { path, found: value };
  if (Array.isArray(value) && value.length > 0) {
    const index = random.int(0, value.length - 1);
    return walk(generation, value[index], `${path}[${index}]`);
  }
  if (!isObject(value) || Object.keys(value).length === 0) return { path, found: value };
  const name = random.pick(Object.keys(value));
  const quoted = JSON.stringify(name);
  const forms = [`[${quoted}]`, `.${quoted}`, ...(/^[A-Za-z_]\w*$/.test(name) ? [`.${name}`, `.${name}`] : [])];
  return walk(generation, value[name], `${path}${random.pick(forms)}`);
}

/** Returns whether a literal can contain the value; keys must be names. */
const isWritable = (value: unknown): boolean =>
  isObject(value)
    ? Object.entries(value).every(([name, member]) => /^[A-Za-z_]\w*$/.test(name) && isWritable(member))
    : !Array.isArray(value) || value.every(isWritable);

function jsonNode(value: unknown): ConstValueNode {
  if (value instanceof Digits) return { kind: /^-?\d+$/.test(value.text) ? Kind.INT : Kind.FLOAT, value: value.text };
  if (Array.isArray(value)) return listNode(value.map(jsonNode));
  if (isObject(value)) {
    return objectNode(Object.entries(value).map(([name, member]) => [name, jsonNode(member)])) as ConstValueNode;
  }
  if (typeof value === 'boolean') return booleanNode(value);
  return typeof value === 'string' ? stringNode(value) : nullNode;
}
