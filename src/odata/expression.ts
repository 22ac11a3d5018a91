/**
 * `$filter` and policy text as immutable trees. Names stay as they were written: what they mean is not known here.
 * Every node says where it begins in its text, in UTF-16 units counted from 0.
 */
export type Expression = Condition | Operand;

/** What can be true, false or unknown for an item. A path, a claim or a boolean literal alone is a condition too: `active`. */
export type Condition = Junction | Negation | Comparison | Membership | TextMatch | Quantifier | Path | Claim | Literal;

/** What has a value of its own and can be compared. */
export type Operand = Path | Claim | Literal | Call;

/** Two members or more, in the order in which they were written. */
export interface Junction {
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

/** One item or more. */
export interface Membership {
  readonly kind: 'in';
  readonly operand: Operand;
  readonly items: readonly (Literal | Claim)[];
  readonly at: number;
}

/** `contains(text, part)` and its like. */
export interface TextMatch {
  readonly kind: 'match';
  readonly name: MatchName;
  readonly text: Operand;
  readonly part: Operand;
  readonly at: number;
}

/** `orders/any(o: …)`. Without a condition (`orders/any()`) it asks whether there is one at all; `all` has one always. */
export interface Quantifier {
  readonly kind: 'quantifier';
  readonly name: QuantifierName;
  readonly path: Path;
  readonly variable?: string;
  readonly condition?: Condition;
  readonly at: number;
}

/** `customer/name` from the item; `o/total` from a variable of a quantifier around it, where `o` alone, without segments, is the element. */
export interface Path {
  readonly kind: 'path';
  readonly variable?: string;
  readonly segments: readonly string[];
  readonly at: number;
}

/** `@claims.<name>`, in policies alone. */
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
 * A literal by its form. `text` has no quotes; that of a number has the digits as written: a JSON number, or `NaN`, `INF`,
 * `-INF`. Whether a date is a day of the calendar, or a number fits a field, is checked where the type is known.
 */
export interface Literal {
  readonly kind: 'literal';
  readonly type: LiteralType;
  readonly text: string;
  readonly at: number;
}

/** A literal taken out of its tree: it says itself which text it stands in. */
export interface PlacedLiteral extends Literal {
  /** What the text that it stands in is called. */
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

/** Whether the expression has a value to compare; if not, it is a condition with parts. */
export function isOperand(expression: Expression): expression is Operand {
  return ['path', 'claim', 'literal', 'call'].includes(expression.kind);
}

/** Whether the expression can be true or false, as far as its form tells. */
export function isCondition(expression: Expression): expression is Condition {
  if (expression.kind === 'literal') return expression.type === 'boolean';
  return expression.kind !== 'call';
}
