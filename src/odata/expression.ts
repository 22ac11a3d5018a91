/** In all nodes, `at` is a 0-based position in UTF-16 code units. */
export type Expression = Condition | Operand;

/** Evaluates to true, false, or unknown. A path, claim, or boolean literal is also a condition: `active`. */
export type Condition =
  | LogicalExpression
  | Negation
  | Comparison
  | Membership
  | TextMatch
  | Quantifier
  | Path
  | Claim
  | Literal;

export type Operand = Path | Claim | Literal | Call;

export interface LogicalExpression {
  readonly kind: 'and' | 'or';
  readonly members: readonly Condition[];
  readonly at: number;
}

export interface Negation {
  readonly kind: 'not';
  readonly member: Condition;
  readonly at: number;
}

export interface Comparison {
  readonly kind: 'compare';
  readonly operator: ComparisonOperator;
  readonly left: Operand;
  readonly right: Operand;
  readonly at: number;
}

export interface Membership {
  readonly kind: 'in';
  readonly operand: Operand;
  readonly items: readonly (Literal | Claim)[];
  readonly at: number;
}

export interface TextMatch {
  readonly kind: 'match';
  readonly name: MatchName;
  readonly text: Operand;
  readonly part: Operand;
  readonly at: number;
}

/** `orders/any(o: …)`. `orders/any()` tests for existence. */
export interface Quantifier {
  readonly kind: 'quantifier';
  readonly name: QuantifierName;
  readonly path: Path;
  readonly variable?: string;
  readonly condition?: Condition;
  readonly at: number;
}

/** `customer/name`, or `o/total` of a quantifier variable. Without segments, `o` is the element. */
export interface Path {
  readonly kind: 'path';
  readonly variable?: string;
  readonly segments: readonly string[];
  readonly at: number;
}

/** `@claims.<name>`; only in policies. */
export interface Claim {
  readonly kind: 'claim';
  readonly name: string;
  readonly at: number;
}

export interface Call {
  readonly kind: 'call';
  readonly name: CallName;
  readonly argument: Operand;
  readonly at: number;
}

/**
 * A literal, classified by its syntax. `text` has no quotes. The `text` of a number is a JSON number, `NaN`, `INF`, or
 * `-INF`. Calendar and range are checked later, when the type is known.
 */
export interface Literal {
  readonly kind: 'literal';
  readonly type: LiteralType;
  readonly text: string;
  readonly at: number;
}

export interface LiteralWithOption extends Literal {
  /** Query option or `policy` that contains the literal, for messages. */
  readonly option: string;
}

export type LiteralType = 'null' | 'boolean' | 'text' | 'number' | 'guid' | 'date' | 'dateTime' | 'time';

export const comparisonOperators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
export const matchNames = ['contains', 'startswith', 'endswith'] as const;
export const callNames = ['tolower', 'toupper', 'length', 'year', 'month', 'day'] as const;
export const quantifierNames = ['any', 'all'] as const;

export type ComparisonOperator = (typeof comparisonOperators)[number];
export type MatchName = (typeof matchNames)[number];
export type CallName = (typeof callNames)[number];
export type QuantifierName = (typeof quantifierNames)[number];

export function isOperand(expression: Expression): expression is Operand {
  return ['path', 'claim', 'literal', 'call'].includes(expression.kind);
}

export function isCondition(expression: Expression): expression is Condition {
  if (expression.kind === 'literal') return expression.type === 'boolean';
  return expression.kind !== 'call';
}
