import type { FieldType, Value } from '../naive/entity.ts';

/**
 * A condition of the expression language, as this comparison knows it: what it means and how it is written. Nothing here comes
 * from the parser under test.
 */
export type Condition = Junction | Negation | Truth | Comparison | Membership | Match | Quantifier | Bare;

/** What a comparison has on its sides. */
export type Operand = FieldOperand | Literal | Claim | Call;

/** What every node may have: parentheses that nothing asks for. */
interface Written {
  readonly grouped?: boolean;
}

/** Two members or more. */
export interface Junction extends Written {
  readonly kind: 'and' | 'or';
  readonly members: readonly Condition[];
}

export interface Negation extends Written {
  readonly kind: 'not';
  readonly member: Condition;
}

/** A condition compared with `true` or `false`; its member is not `Bare`, which would be a comparison. */
export interface Truth extends Written {
  readonly kind: 'truth';
  readonly member: Exclude<Condition, Bare>;
  readonly operator: 'eq' | 'ne';
  readonly truth: boolean;
  /** Whether `true` or `false` stands on the left. */
  readonly flipped: boolean;
}

export interface Comparison extends Written {
  readonly kind: 'compare';
  readonly operator: ComparisonOperator;
  readonly left: Operand;
  readonly right: Operand;
}

/** `in`, with one item at least; literals among them may be null. */
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
  readonly way: Way;
  /** The to-many relationship at the end of the way. */
  readonly relationship: string;
  readonly inner?: { readonly variable: string; readonly condition: Condition };
}

/** A boolean that stands for itself. */
export interface Bare extends Written {
  readonly kind: 'bare';
  readonly operand: FieldOperand | Literal | Claim;
}

/** From a row, over to-one relationships, to another one. */
export interface Way {
  /** The variable whose row it begins at; the item itself where there is none. */
  readonly variable?: string;
  readonly steps: readonly string[];
  /** How a way from the item begins, where no variable hides its first name: then it needs one of the longer forms. */
  readonly prefix: '' | '$it/' | '@item.' | '@item/';
  /** What stands between names; a dot only after `@item`. */
  readonly separator: '/' | '.';
}

export interface FieldOperand extends Written {
  readonly kind: 'field';
  readonly way: Way;
  readonly field: string;
  readonly type: FieldType;
}

export interface Literal extends Written {
  readonly kind: 'literal';
  /** As the language has it, with quotes. */
  readonly text: string;
  readonly form: LiteralForm;
  /** What the text means in its place: of the type of what it is compared with. */
  readonly value: Value;
  readonly type: FieldType;
}

export interface Claim extends Written {
  readonly kind: 'claim';
  readonly name: string;
  /** That of the place where it stands. */
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

/** The type of text, numbers and the like that no column gives one to. */
export const plain = (scalar: FieldType['scalar']): FieldType => ({ scalar, list: false });

/** The type of what an operand comes to. */
export function typeOf(operand: Operand): FieldType {
  if (operand.kind !== 'call') return operand.type;
  return operand.name === 'tolower' || operand.name === 'toupper' ? typeOf(operand.argument) : plain('Int');
}

/** The operands that stand directly in a condition, items of `in` among them. */
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

/** The conditions that stand directly in a condition. */
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

/** A condition and all within it. */
export const allConditions = (condition: Condition): readonly Condition[] => [
  condition,
  ...membersOf(condition).flatMap(allConditions),
];

/** An operand and what its calls are made of. */
export const allOperands = (operand: Operand): readonly Operand[] =>
  operand.kind === 'call' ? [operand, ...allOperands(operand.argument)] : [operand];

/** Every claim that a condition names, wherever it stands. */
export const claimsOf = (condition: Condition): readonly Claim[] =>
  allConditions(condition)
    .flatMap(operandsOf)
    .flatMap(allOperands)
    .filter((operand) => operand.kind === 'claim');
