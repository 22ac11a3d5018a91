import type { FieldType, Value } from '../naive/entity.ts';

/** A condition of the expression language, independent of the tested parser. */
export type Condition = Junction | Negation | Truth | Comparison | Membership | Match | Quantifier | Bare;

export type Operand = FieldOperand | Literal | Claim | Call;

/** Optional parentheses. */
interface Written {
  readonly grouped?: boolean;
}

/** At least two members. */
export interface Junction extends Written {
  readonly kind: 'and' | 'or';
  readonly members: readonly Condition[];
}

export interface Negation extends Written {
  readonly kind: 'not';
  readonly member: Condition;
}

/** A condition compared with `true` or `false`; its member is not `Bare`. */
export interface Truth extends Written {
  readonly kind: 'truth';
  readonly member: Exclude<Condition, Bare>;
  readonly operator: 'eq' | 'ne';
  readonly truth: boolean;
  /** True if the literal is on the left. */
  readonly flipped: boolean;
}

export interface Comparison extends Written {
  readonly kind: 'compare';
  readonly operator: ComparisonOperator;
  readonly left: Operand;
  readonly right: Operand;
}

/** `in` with at least one item; literals may be null. */
export interface Membership extends Written {
  readonly kind: 'among';
  readonly operand: Operand;
  readonly items: readonly (Literal | Claim)[];
}

export interface Match extends Written {
  readonly kind: 'match';
  readonly name: MatchName;
  readonly text: Operand;
  readonly part: Literal | Claim;
}

/** `any()`, or `any` or `all` with a variable and a condition on it. */
export interface Quantifier extends Written {
  readonly kind: 'quantifier';
  readonly name: 'any' | 'all';
  readonly fieldPath: FieldPath;
  /** The to-many relationship at the end of the path. */
  readonly relationship: string;
  readonly inner?: { readonly variable: string; readonly condition: Condition };
}

/** A boolean field as a condition. */
export interface Bare extends Written {
  readonly kind: 'bare';
  readonly operand: FieldOperand | Literal | Claim;
}

/** A path over to-one relationships. */
export interface FieldPath {
  /** The variable of its first row; undefined for the item itself. */
  readonly variable?: string;
  readonly steps: readonly string[];
  /** Prefix of a path from the item; required if a variable shadows its first name. */
  readonly prefix: '' | '$it/' | '@item.' | '@item/';
  /** Separator of names; a dot only after `@item`. */
  readonly separator: '/' | '.';
}

export interface FieldOperand extends Written {
  readonly kind: 'field';
  readonly fieldPath: FieldPath;
  readonly field: string;
  readonly type: FieldType;
}

export interface Literal extends Written {
  readonly kind: 'literal';
  /** Source text, with quotes. */
  readonly text: string;
  readonly form: LiteralForm;
  /** Value of the literal in the type of the other operand. */
  readonly value: Value;
  readonly type: FieldType;
}

export interface Claim extends Written {
  readonly kind: 'claim';
  readonly name: string;
  readonly type: FieldType;
}

export interface Call extends Written {
  readonly kind: 'call';
  readonly name: CallName;
  readonly argument: Operand;
}

export const comparisonOperators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
export const matchNames = ['contains', 'startswith', 'endswith'] as const;
export const textCalls = ['tolower', 'toupper', 'length'] as const;
export const momentCalls = ['year', 'month', 'day'] as const;
export const literalForms = ['null', 'boolean', 'text', 'number', 'guid', 'date', 'dateTime', 'time'] as const;

export type ComparisonOperator = (typeof comparisonOperators)[number];
export type MatchName = (typeof matchNames)[number];
export type CallName = (typeof textCalls)[number] | (typeof momentCalls)[number];
export type LiteralForm = (typeof literalForms)[number];

/** Returns a scalar type without a column. */
export const plain = (scalar: FieldType['scalar']): FieldType => ({ scalar, list: false });

export function typeOf(operand: Operand): FieldType {
  if (operand.kind !== 'call') return operand.type;
  return operand.name === 'tolower' || operand.name === 'toupper' ? typeOf(operand.argument) : plain('Int');
}

/** Returns direct operands of a condition, including items of `in`. */
export function operandsOf(condition: Condition): readonly Operand[] {
  switch (condition.kind) {
    case 'compare':
      return [condition.left, condition.right];
    case 'among':
      return [condition.operand, ...condition.items];
    case 'match':
      return [condition.text, condition.part];
    case 'bare':
      return [condition.operand];
    default:
      return [];
  }
}

export function membersOf(condition: Condition): readonly Condition[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.members;
    case 'not':
    case 'truth':
      return [condition.member];
    case 'quantifier':
      return condition.inner === undefined ? [] : [condition.inner.condition];
    default:
      return [];
  }
}

export const allConditions = (condition: Condition): readonly Condition[] => [
  condition,
  ...membersOf(condition).flatMap(allConditions),
];

export const allOperands = (operand: Operand): readonly Operand[] =>
  operand.kind === 'call' ? [operand, ...allOperands(operand.argument)] : [operand];

export const claimsOf = (condition: Condition): readonly Claim[] =>
  allConditions(condition)
    .flatMap(operandsOf)
    .flatMap(allOperands)
    .filter((operand) => operand.kind === 'claim');
