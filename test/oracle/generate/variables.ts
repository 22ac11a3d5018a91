import { type ConstValueNode, Kind, type OperationDefinitionNode, type VariableNode } from 'graphql';
import type { Coverage } from './coverage.ts';
import { nameNode, nullNode, typeNode, writeJson } from './nodes.ts';
import type { Random } from './random.ts';

/** Position at which a value is used. */
export interface VariableUsage {
  /** Expected type without `!`. */
  readonly type: string;
  readonly shape: 'scalar' | 'enum' | 'list' | 'object';
  readonly nullable: boolean;
  /** True if other positions of this type may use the same variable. */
  readonly isReusable: boolean;
}

/** Ways to declare and send a variable. */
export const variableForms = {
  'declared non-null': { nullable: false },
  'declared nullable': { nullable: true },
  'left to its default': { nullable: false },
  'default overridden': { nullable: false },
  'sent as null': { nullable: true },
  absent: { nullable: true },
} as const;
export type VariableForm = keyof typeof variableForms;

interface Variable {
  readonly name: string;
  readonly declaredType: string;
  readonly defaultValue?: ConstValueNode;
  readonly sent?: ConstValueNode;
}

/** Names of Object members are excluded, because graphql-js stores variables in plain objects. */
const names = ['x', 'filter', 'select', 'first', 'id', 'order', 'T', '_', 'value1', 'longer_name_of_a_variable'];

export class Variables {
  readonly #all: Variable[] = [];
  readonly #shared = new Map<string, string[]>();

  /** Returns a new variable with the value, or an existing one if allowed. */
  variableFor(value: ConstValueNode, usage: VariableUsage, random: Random, coverage: Coverage): VariableNode {
    const key = `${usage.type}${usage.nullable ? '' : '!'}`;
    const candidates = this.#shared.get(key) ?? [];
    if (usage.isReusable && candidates.length > 0 && random.chance(0.2)) return variableNode(random.pick(candidates));
    const mustBeNullable = value.kind === Kind.NULL;
    const forms = (Object.keys(variableForms) as VariableForm[]).filter((form) =>
      mustBeNullable ? variableForms[form].nullable : usage.nullable || !variableForms[form].nullable,
    );
    const form = coverage.pickRare(random, forms, (candidate) => variableFeature(usage.shape, candidate));
    coverage.count(variableFeature(usage.shape, form));
    const name = `${random.pick(names)}${this.#all.length}`;
    this.#all.push({ name, ...declare(form, value, usage) });
    if (usage.isReusable) this.#shared.set(key, [...candidates, name]);
    return variableNode(name);
  }

  definitions(): NonNullable<OperationDefinitionNode['variableDefinitions']> {
    return this.#all.map(({ name, declaredType, defaultValue }) => ({
      kind: Kind.VARIABLE_DEFINITION,
      variable: variableNode(name),
      type: typeNode(declaredType),
      ...(defaultValue === undefined ? {} : { defaultValue }),
    }));
  }

  /** Returns sent variables by name. */
  sent(): ReadonlyMap<string, ConstValueNode> {
    return new Map(this.#all.flatMap(({ name, sent }) => (sent === undefined ? [] : [[name, sent] as const])));
  }
}

export const variableFeature = (shape: VariableUsage['shape'], form: VariableForm): string =>
  `variable ${shape} ${form}`;

function declare(form: VariableForm, value: ConstValueNode, { type, nullable }: VariableUsage): Omit<Variable, 'name'> {
  switch (form) {
    case 'declared non-null':
      return { declaredType: `${type}!`, sent: value };
    case 'declared nullable':
      return { declaredType: type, sent: value };
    case 'left to its default':
      return { declaredType: type, defaultValue: value };
    case 'default overridden':
      return { declaredType: type, defaultValue: nullable ? nullNode : value, sent: value };
    case 'sent as null':
      return { declaredType: type, sent: nullNode };
    case 'absent':
      return { declaredType: type };
  }
}

const variableNode = (name: string): VariableNode => ({ kind: Kind.VARIABLE, name: nameNode(name) });

/** Prints variables as JSON text. */
export const writeVariables = (sent: ReadonlyMap<string, ConstValueNode>): string =>
  `{${[...sent].map(([name, value]) => `${JSON.stringify(name)}:${writeJson(value)}`).join(',')}}`;
