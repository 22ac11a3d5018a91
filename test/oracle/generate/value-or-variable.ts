import type { ConstValueNode, ValueNode } from 'graphql';
import type { Generation } from './generation.ts';
import type { VariableUsage } from './variables.ts';

const VARIABLE_SHARE = 0.3;

/** Generates a value, or sometimes a variable. Variables and defaults contain constants only. */
export function valueOrVariable(
  { random, coverage, variables }: Generation,
  usage: VariableUsage,
  constant: boolean,
  make: (constant: boolean) => ValueNode,
): ValueNode {
  if (constant || !random.chance(VARIABLE_SHARE)) return make(constant);
  const value = make(true);
  return variables.variableFor(value as ConstValueNode, usage, random, coverage);
}
