import { Kind, type ValueNode } from 'graphql';
import type { FieldType, Value } from '../naive/entity.ts';
import type { Generation } from './generation.ts';
import { literalOf } from './literal-of.ts';
import { listNode, nullNode } from './nodes.ts';
import { placeValue } from './place-value.ts';

/** An operand that is chosen. */
export interface Chosen {
  readonly operator: string;
  readonly operand: Value;
  /** Of the field. */
  readonly type: FieldType;
}

/** Operators that take a list. */
export const listOperands: readonly string[] = ['in', 'nin', 'hasAny', 'hasAll'];

/** How often a list of one element is written without its brackets, which means the same. */
const BARE = 0.2;

/** An operand as a value or a variable, lists also as a list of both. */
export function writeOperand(
  generation: Generation,
  { operator, operand, type }: Chosen,
  constant: boolean,
): ValueNode {
  if (operator === 'isNull') return writeElement(generation, operand, { scalar: 'Boolean', list: false }, constant);
  if (!listOperands.includes(operator)) return writeElement(generation, operand, type, constant);
  const place = { type: `[${elementName(type)}]`, shape: 'list', nullable: true, shared: true } as const;
  return placeValue(generation, place, constant, (isConstant) => {
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
  const place = { type: elementName(type), shape, nullable: true, shared: true } as const;
  return placeValue(generation, place, constant, () => literalOf(value, type, generation.random));
}
