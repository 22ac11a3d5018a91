import { sameMeaning } from '../base/did-you-mean.ts';
import {
  type Claim,
  type ComparisonOperator,
  type Condition,
  type Expression,
  isCondition,
  isOperand,
  type Junction,
  type Literal,
  matchNames,
} from './expression.ts';
import { infixWords, isComparisonOperator, symbolicOperators } from './keywords.ts';
import { parsePrimary } from './parse-primary.ts';
import { deeper, type Parsing, parseList } from './parsing.ts';

/** A condition, which begins here and ends before what can be no part of it. `not` binds tightest, then comparisons, `and`, `or`. */
export function parseCondition(parsing: Parsing): Condition {
  return asCondition(parseExpression(parsing), parsing);
}

/** A condition or a bare operand, as it may stand in parentheses. */
export function parseExpression(parsing: Parsing): Expression {
  return parseJunction('or', parseConjunction, parsing);
}

function parseConjunction(parsing: Parsing): Expression {
  return parseJunction('and', parseComparison, parsing);
}

/** `a and b and c` is one list of three, not a pair within a pair: so a thousand members nest no deeper than two. */
function parseJunction(
  kind: Junction['kind'],
  parseMember: (parsing: Parsing) => Expression,
  parsing: Parsing,
): Expression {
  const first = parseMember(parsing);
  if (!parsing.reader.nextIs('word', kind)) return first;
  const members = [asCondition(first, parsing)];
  while (parsing.reader.takeIf('word', kind)) members.push(asCondition(parseMember(parsing), parsing));
  return { kind, members, at: first.at };
}

function parseComparison(parsing: Parsing): Expression {
  const { reader } = parsing;
  const left = parseUnary(parsing);
  const { kind, text, at } = reader.next;
  if (kind === 'word' && text === 'in') return endOf(parseMembership(left, parsing), parsing);
  if (kind !== 'word' || !isComparisonOperator(text)) return endOf(left, parsing);
  reader.take();
  return endOf(compare({ left, operator: text, right: parseUnary(parsing), at }, parsing), parsing);
}

function parseUnary(parsing: Parsing): Expression {
  const { reader } = parsing;
  if (!reader.nextIs('word', 'not')) return parsePrimary(parsing);
  const { at } = reader.take();
  return { kind: 'not', member: asCondition(parseUnary(deeper(parsing)), parsing), at };
}

function parseMembership(operand: Expression, parsing: Parsing): Condition {
  const { reader } = parsing;
  const { at } = reader.take();
  if (!isOperand(operand)) return reader.fail(notComparable(operand, 'in'), at);
  reader.expectSymbol('(');
  const items = parseList(parsing, parseItem);
  reader.expectSymbol(')');
  return { kind: 'in', operand, items, at: operand.at };
}

function parseItem(parsing: Parsing): Literal | Claim {
  const item = parsePrimary(parsing);
  if (item.kind === 'literal' || item.kind === 'claim') return item;
  return parsing.reader.fail(`the list of "in" may hold only literals such as 5 or 'text'.`, item.at);
}

interface Sides {
  readonly left: Expression;
  readonly operator: ComparisonOperator;
  readonly right: Expression;
  /** Where the operator stands. */
  readonly at: number;
}

/**
 * A condition compared with a boolean becomes the condition or its negation: `contains(name,'a') eq false` → `not contains(name,'a')`.
 * So comparisons have operands alone. Unknown stays unknown both ways.
 */
function compare({ left, operator, right, at }: Sides, { reader }: Parsing): Condition {
  if (isOperand(left) && isOperand(right)) return { kind: 'compare', operator, left, right, at: left.at };
  const [condition, truth] = isOperand(left) ? [right, left] : [left, right];
  const negated = truthOf(truth) === (operator === 'ne');
  if (isOperand(condition) || truthOf(truth) === undefined || !['eq', 'ne'].includes(operator)) {
    return reader.fail(notComparable(left, operator), at);
  }
  return negated ? { kind: 'not', member: condition, at: condition.at } : condition;
}

function truthOf(expression: Expression): boolean | undefined {
  return expression.kind === 'literal' && expression.type === 'boolean' ? expression.text === 'true' : undefined;
}

function notComparable(left: Expression, operator: string): string {
  return left.kind === 'not'
    ? `"not" binds tighter than "${operator}": put what it negates in parentheses, as in "not (total ${operator} …)".`
    : 'a condition can be compared only with true or false, by "eq" or "ne".';
}

function asCondition(expression: Expression, { reader }: Parsing): Condition {
  if (isCondition(expression)) return expression;
  return reader.fail('a value alone is no condition: compare it, as in "total gt 5".', expression.at);
}

const isMatchName = (name: string | undefined): boolean =>
  (matchNames as readonly (string | undefined)[]).includes(name);

/** Behind a complete condition comes `and`, `or`, or what ends it. @throws Refusal BadRequest for anything else */
function endOf<T extends Expression>(expression: T, { reader }: Parsing): T {
  const { kind, text, at } = reader.next;
  if (kind === 'end' || (kind === 'symbol' && [')', ',', ';'].includes(text))) return expression;
  if (kind === 'word' && (text === 'and' || text === 'or')) return expression;
  if (kind === 'literal' && reader.next.type === 'time') {
    return reader.fail(
      'a time alone means nothing here; write the "+" of an offset as "%2B" in a URL, or give the time in UTC with "Z".',
      at,
    );
  }
  const meant = kind === 'symbol' ? symbolicOperators[text] : undefined;
  if (meant !== undefined) return reader.fail(`instead of "${text}", write "${meant}".`, at);
  if (isOperand(expression)) {
    const known = [...infixWords, ...matchNames];
    const meant = kind === 'word' ? sameMeaning(text, known) : undefined;
    const advice = isMatchName(meant) ? ` It is a function, as in "${meant}(name,'text')".` : '';
    return reader.unexpected(`an operator (${infixWords.join(', ')})`, known, advice);
  }
  return reader.unexpected('"and", "or" or the end', ['and', 'or']);
}
