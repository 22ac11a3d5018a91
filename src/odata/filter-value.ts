import type { Condition, Expression, Literal, Membership } from './expression.ts';
import { printExpression } from './print-expression.ts';

/**
 * A condition as a value of a variable: its literals, which change from call to call, apart from what shapes a plan. Conditions
 * of equal `shape` have equal trees but for what their literals say.
 */
export class FilterValue {
  readonly condition: Condition;
  /** In the order of the text; the literals of one `in` are one entry, so that their number is no part of the shape. */
  readonly literals: readonly (Literal | readonly Literal[])[];
  readonly shape: string;

  constructor(condition: Condition) {
    this.condition = condition;
    this.literals = literalsOf(condition);
    this.shape = printExpression(condition, { literal: maskLiteral, items: maskItems });
  }
}

/** `null` is a question of its own, and a boolean may be a condition by itself. */
const maskLiteral = ({ type, text }: Literal): string => (type === 'null' || type === 'boolean' ? text : `?${type}`);

/** An operand without a type of its own takes it from the forms of the items. */
const maskItems = (items: Membership['items']): string =>
  [...new Set(items.map((item) => (item.kind === 'literal' ? item.type : item.kind)))].sort().join('|');

function literalsOf(expression: Expression): readonly (Literal | readonly Literal[])[] {
  switch (expression.kind) {
    case 'literal':
      return [expression];
    case 'and':
    case 'or':
      return expression.members.flatMap(literalsOf);
    case 'not':
      return literalsOf(expression.member);
    case 'compare':
      return [expression.left, expression.right].flatMap(literalsOf);
    case 'in':
      return [...literalsOf(expression.operand), expression.items.filter((item) => item.kind === 'literal')];
    case 'match':
      return [expression.text, expression.part].flatMap(literalsOf);
    case 'call':
      return literalsOf(expression.argument);
    case 'quantifier':
      return expression.condition === undefined ? [] : literalsOf(expression.condition);
    default:
      return [];
  }
}
