import { Kind, type ValueNode } from 'graphql';
import type { FieldType, Value } from '../naive/entity.ts';
import type { Generation } from './generation.ts';
import { literalOf } from './literal-of.ts';
import { listNode, nullNode } from './nodes.ts';
import { valueOrVariable } from './value-or-variable.ts';

export interface Chosen {
  readonly operator: string;
  readonly operand: Value;
  readonly type: FieldType;
}

export const listOperands: readonly string[] = ['in', 'nin', 'hasAny', 'hasAll'];

/** Probability that a single element is printed without brackets. */
const BARE = 0.2;

/** Prints an operand as a literal or a variable, and lists also as a mix of both. */
export function writeOperand(
  generation: Generation,
  { operator, operand, type }: Chosen,
  constant: boolean,
): ValueNode {
  if (operator === 'isNull') return writeElement(generation, operand, { scalar: 'Boolean', list: false }, constant);
  if (!listOperands.includes(operator)) return writeElement(generation, operand, type, constant);
  const usage = { type: `[${elementName(type)}]`, shape: 'list', nullable: true, isReusable: true } as const;
  return valueOrVariable(generation, usage, constant, (isConstant) => {
    if (!Array.isArray(operand)) return nullNode;
    const elements = operand.map((element: Value) => writeElement(generation, element, type, isConstant));
    const [only] = elements;
    const mayBeBare = elements.length === 1 && only !== undefined && only.kind !== Kind.VARIABLE;
    return mayBeBare && generation.random.chance(BARE) ? only : listNode(elements);
  });
}

const elementName = (type: FieldType): string => type.enum?.name ?? type.scalar;

function writeElement(generation: Generation, value: Value, type: FieldType, constant: boolean): ValueNode {
  const shape = type.enum === undefined ? 'scalar' : 'enum';
  const usage = { type: elementName(type), shape, nullable: true, isReusable: true } as const;
  return valueOrVariable(generation, usage, constant, () => literalOf(value, type, generation.random));
}
