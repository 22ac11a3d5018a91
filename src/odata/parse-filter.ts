import { didYouMean, findSynonym } from '../base/did-you-mean.ts';
import {
  type CallName,
  type Claim,
  type ComparisonOperator,
  type Condition,
  callNames,
  type Expression,
  isCondition,
  isOperand,
  type Literal,
  type LogicalExpression,
  type MatchName,
  matchNames,
  type Operand,
  type Path,
  type Quantifier,
  type QuantifierName,
  quantifierNames,
} from './expression.ts';
import {
  infixWords,
  isComparisonOperator,
  isReserved,
  literalTypeOf,
  prefixWords,
  symbolicOperators,
} from './keywords.ts';
import { enterLevel, type ParseContext, parseAll, parseList } from './parse-context.ts';
import type { ParseSettings } from './token-reader.ts';
import { type Token, truncate } from './tokens.ts';

/** Precedence: `not`, comparisons, `and`, `or`. */
export function parseCondition(context: ParseContext): Condition {
  return asCondition(parseExpression(context), context);
}

function parseExpression(context: ParseContext): Expression {
  return parseJunction('or', parseConjunction, context);
}

function parseConjunction(context: ParseContext): Expression {
  return parseJunction('and', parseComparison, context);
}

/** Parses `a and b and c` into a flat list, to limit nesting. */
function parseJunction(
  kind: LogicalExpression['kind'],
  parseMember: (context: ParseContext) => Expression,
  context: ParseContext,
): Expression {
  const first = parseMember(context);
  if (!context.reader.nextIs('word', kind)) return first;
  const members = [asCondition(first, context)];
  while (context.reader.takeIf('word', kind)) members.push(asCondition(parseMember(context), context));
  return { kind, members, at: first.at };
}

function parseComparison(context: ParseContext): Expression {
  const { reader } = context;
  const left = parseUnary(context);
  const { kind, text, at } = reader.next;
  if (kind === 'word' && text === 'in') return expectEnd(parseMembership(left, context), context);
  if (kind !== 'word' || !isComparisonOperator(text)) return expectEnd(left, context);
  reader.take();
  return expectEnd(compare({ left, operator: text, right: parseUnary(context), at }, context), context);
}

function parseUnary(context: ParseContext): Expression {
  const { reader } = context;
  if (!reader.nextIs('word', 'not')) return parsePrimary(context);
  const { at } = reader.take();
  return { kind: 'not', member: asCondition(parseUnary(enterLevel(context)), context), at };
}

function parseMembership(operand: Expression, context: ParseContext): Condition {
  const { reader } = context;
  const { at } = reader.take();
  if (!isOperand(operand)) return reader.fail(notComparable(operand, 'in'), at);
  reader.expectSymbol('(');
  const items = parseList(context, parseItem);
  reader.expectSymbol(')');
  return { kind: 'in', operand, items, at: operand.at };
}

function parseItem(context: ParseContext): Literal | Claim {
  const item = parsePrimary(context);
  if (item.kind === 'literal' || item.kind === 'claim') return item;
  const others = context.policy ? ', and claims, such as @claims.sub' : '';
  return context.reader.fail(`The list of "in" may only contain literals, such as 5 or 'text'${others}.`, item.at);
}

interface Sides {
  readonly left: Expression;
  readonly operator: ComparisonOperator;
  readonly right: Expression;
  readonly at: number;
}

/** Simplifies `contains(name,'a') eq false` → `not contains(name,'a')`, so that comparisons have only operands. */
function compare({ left, operator, right, at }: Sides, { reader }: ParseContext): Condition {
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
    ? `"not" binds tighter than "${operator}". Put its operand in parentheses, as in "not (total ${operator} …)".`
    : 'A condition can only be compared with true or false, by "eq" or "ne".';
}

function asCondition(expression: Expression, { reader }: ParseContext): Condition {
  if (isCondition(expression)) return expression;
  return reader.fail('A value alone is not a condition. Compare it, as in "total gt 5".', expression.at);
}

const isMatchName = (name: string | undefined): boolean =>
  (matchNames as readonly (string | undefined)[]).includes(name);

/** @throws ApiError BadRequest unless `and`, `or`, or an end follows */
function expectEnd<T extends Expression>(expression: T, { reader }: ParseContext): T {
  const { kind, text, at } = reader.next;
  if (kind === 'end' || (kind === 'symbol' && [')', ',', ';'].includes(text))) return expression;
  if (kind === 'word' && (text === 'and' || text === 'or')) return expression;
  if (kind === 'literal' && reader.next.type === 'time') {
    return reader.fail('Unexpected time. Write the "+" of an offset as "%2B" in a URL, or use UTC with "Z".', at);
  }
  const intended = kind === 'symbol' ? symbolicOperators[text] : undefined;
  if (intended !== undefined) return reader.fail(`Unsupported operator "${text}". Use "${intended}".`, at);
  if (isOperand(expression)) {
    const operators = [...infixWords, ...matchNames];
    const intended = kind === 'word' ? findSynonym(text, operators) : undefined;
    const advice = isMatchName(intended) ? ` It is a function, as in "${intended}(name,'text')".` : '';
    return reader.unexpected(`an operator (${infixWords.join(', ')})`, operators, advice);
  }
  return reader.unexpected('"and", "or", or the end', ['and', 'or']);
}

function parsePrimary(context: ParseContext): Expression {
  const { reader } = context;
  const token = reader.next;
  const { at } = token;
  if (token.kind === 'word') return parseWord(token, context);
  if (token.kind === 'literal') {
    reader.take();
    return { kind: 'literal', type: token.type, text: token.text, at };
  }
  if (reader.takeIf('symbol', '(')) {
    const inner = parseExpression(enterLevel(context));
    reader.expectSymbol(')');
    return inner;
  }
  if (token.kind === 'option' && token.text === '$it') {
    reader.take();
    reader.expectSymbol('/');
    return parseRootPath(at, ['/'], context);
  }
  if (token.kind === 'claim' || token.kind === 'item') return parseReference(token, context);
  return reader.unexpected(expectedPart(context));
}

function parseWord(word: Token, context: ParseContext): Expression {
  const { reader } = context;
  const { text, at } = word;
  const type = literalTypeOf(text);
  if (type === undefined && isReserved(text)) {
    return reader.unexpected(expectedPart(context), prefixWords, ` Write a field of that name as "$it/${text}".`);
  }
  reader.take();
  if (type !== undefined) return { kind: 'literal', type, text, at };
  return reader.nextIs('symbol', '(') ? parseFunction(word, context) : parsePath(word, context);
}

/** Parses `@claims.<name>`, or `@item.<path>` with dots or slashes between names. */
function parseReference({ kind, text, at }: Token, context: ParseContext): Expression {
  const { reader, policy } = context;
  if (!policy) return reader.fail('"@item" and "@claims" are only supported in policies.', at);
  reader.take();
  return kind === 'claim' ? { kind, name: text, at } : parseRootPath(at, ['.', '/'], context);
}

function parseFunction({ text: name, at }: Token, context: ParseContext): Expression {
  const { reader } = context;
  if (!isMatchFunction(name) && !isCallName(name)) {
    const names = [...matchNames, ...callNames];
    const advice = didYouMean(name, names) || ` Supported: ${names.join(', ')}.`;
    return reader.fail(`Unknown function "${truncate(name)}".${advice}`, at);
  }
  reader.take();
  const inner = enterLevel(context);
  const first = parseOperand(inner);
  if (isCallName(name)) {
    reader.expectSymbol(')');
    return { kind: 'call', name, argument: first, at };
  }
  reader.expectSymbol(',');
  const part = parseOperand(inner);
  reader.expectSymbol(')');
  return { kind: 'match', name, text: first, part, at };
}

function parseOperand(context: ParseContext): Operand {
  const operand = parsePrimary(context);
  return isOperand(operand) ? operand : context.reader.fail('A condition cannot be an argument.', operand.at);
}

const isMatchFunction = (name: string): name is MatchName => (matchNames as readonly string[]).includes(name);

const isCallName = (name: string): name is CallName => (callNames as readonly string[]).includes(name);

/** Returns what is expected next, for messages. */
function expectedPart({ reader }: ParseContext): string {
  return ['', 'and', 'or', 'not'].includes(reader.previous) ? 'a condition' : 'a value';
}

function parsePath({ text, at }: Token, context: ParseContext): Path | Quantifier {
  const start: Path = context.variables.includes(text)
    ? { kind: 'path', variable: text, segments: [], at }
    : { kind: 'path', segments: [text], at };
  return parseSegments(start, ['/'], context);
}

/** Parses a path from the root row; quantifier variables do not apply. @param at start, including `$it/` or `@item.` */
function parseRootPath(at: number, separators: readonly string[], context: ParseContext): Path | Quantifier {
  const { text } = context.reader.expectWord(FIELD);
  return parseSegments({ kind: 'path', segments: [text], at }, separators, context);
}

const FIELD = 'the name of a field or relationship';

function parseSegments(path: Path, separators: readonly string[], context: ParseContext): Path | Quantifier {
  const { reader } = context;
  const segments = [...path.segments];
  while (separators.some((separator) => reader.takeIf('symbol', separator))) {
    const word = reader.expectWord(FIELD);
    if (reader.nextIs('symbol', '(')) return parseQuantifier({ ...path, segments }, word, context);
    segments.push(word.text);
  }
  return { ...path, segments };
}

/** Variables of enclosing quantifiers stay in scope. */
function parseQuantifier(path: Path, { text: name, at }: Token, context: ParseContext): Quantifier {
  const { reader, variables } = context;
  if (!isQuantifierName(name)) {
    const advice = didYouMean(name, quantifierNames);
    return reader.fail(`Only any(…) and all(…) can be called after "/", found "${truncate(name)}".${advice}`, at);
  }
  if (path.segments.length === 0) return reader.fail(`Expected a relationship before "${name}".`, at);
  reader.expectSymbol('(');
  if (name === 'any' && reader.takeIf('symbol', ')')) return { kind: 'quantifier', name, path, at: path.at };
  const variable = parseVariable(context);
  reader.expectSymbol(':');
  const condition = parseCondition({ ...enterLevel(context), variables: [...variables, variable] });
  reader.expectSymbol(')');
  return { kind: 'quantifier', name, path, variable, condition, at: path.at };
}

function parseVariable({ reader, variables }: ParseContext): string {
  const { text, at } = reader.expectWord('a variable, as in "o: o/total gt 5"');
  if (isReserved(text)) return reader.fail(`Invalid variable name "${text}".`, at);
  if (variables.includes(text))
    return reader.fail(`The variable "${truncate(text)}" is already in use. Choose another name.`, at);
  return text;
}

const isQuantifierName = (name: string): name is QuantifierName =>
  (quantifierNames as readonly string[]).includes(name);

/**
 * Parses a subset of OData 4.01.
 * https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part2-url-conventions.html#sec_SystemQueryOptionfilter
 * @throws ApiError BadRequest, or LimitExceeded for nesting, with the position
 */
export function parseFilter(text: string, settings: ParseSettings = {}): Condition {
  return parseAll(text, { option: '$filter', ...settings }, parseCondition);
}

export const POLICY = 'policy';

/**
 * Parses `$filter` syntax with `@item.<field>` (`/` or `.` between names) and `@claims.<name>`.
 * @throws ApiError BadRequest, or LimitExceeded for nesting, with the position
 */
export function parsePolicy(text: string, settings: ParseSettings = {}): Condition {
  return parseAll(text, { option: POLICY, ...settings, policy: true }, parseCondition);
}
