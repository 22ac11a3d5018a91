import { didYouMean } from '../base/did-you-mean.ts';
import {
  type CallName,
  callNames,
  type Expression,
  isOperand,
  type MatchName,
  matchNames,
  type Operand,
} from './expression.ts';
import { isReserved, literalTypeOf, prefixWords } from './keywords.ts';
import { parseExpression } from './parse-condition.ts';
import { parsePath, parseRootPath } from './parse-path.ts';
import { deeper, type Parsing } from './parsing.ts';
import { clip, type Token } from './tokens.ts';

/** A literal, path, claim, function or quantifier, or anything in parentheses. */
export function parsePrimary(parsing: Parsing): Expression {
  const { reader } = parsing;
  const token = reader.next;
  const { at } = token;
  if (token.kind === 'word') return parseWord(token, parsing);
  if (token.kind === 'literal') {
    reader.take();
    return { kind: 'literal', type: token.type, text: token.text, at };
  }
  if (reader.takeIf('symbol', '(')) {
    const inner = parseExpression(deeper(parsing));
    reader.expectSymbol(')');
    return inner;
  }
  if (token.kind === 'option' && token.text === '$it') {
    reader.take();
    reader.expectSymbol('/');
    return parseRootPath(at, ['/'], parsing);
  }
  if (token.kind === 'claim' || token.kind === 'item') return parseReference(token, parsing);
  return reader.unexpected(wanted(parsing));
}

function parseWord(word: Token, parsing: Parsing): Expression {
  const { reader } = parsing;
  const { text, at } = word;
  const type = literalTypeOf(text);
  if (type === undefined && isReserved(text)) {
    return reader.unexpected(wanted(parsing), prefixWords, ` A field of that name is written "$it/${text}".`);
  }
  reader.take();
  if (type !== undefined) return { kind: 'literal', type, text, at };
  return reader.nextIs('symbol', '(') ? parseFunction(word, parsing) : parsePath(word, parsing);
}

/** `@claims.…`, or a path after `@item`, which may have dots between its names. */
function parseReference({ kind, text, at }: Token, parsing: Parsing): Expression {
  const { reader, policy } = parsing;
  if (!policy) return reader.fail('"@item" and "@claims" can stand only in policies.', at);
  reader.take();
  return kind === 'claim' ? { kind, name: text, at } : parseRootPath(at, ['.', '/'], parsing);
}

function parseFunction({ text: name, at }: Token, parsing: Parsing): Expression {
  const { reader } = parsing;
  if (!isMatchName(name) && !isCallName(name)) {
    const known = [...matchNames, ...callNames];
    const advice = didYouMean(name, known) || ` Known are ${known.join(', ')}.`;
    return reader.fail(`there is no function "${clip(name)}".${advice}`, at);
  }
  reader.take();
  const inner = deeper(parsing);
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

function parseOperand(parsing: Parsing): Operand {
  const operand = parsePrimary(parsing);
  return isOperand(operand) ? operand : parsing.reader.fail('a condition cannot be an argument.', operand.at);
}

const isMatchName = (name: string): name is MatchName => (matchNames as readonly string[]).includes(name);

const isCallName = (name: string): name is CallName => (callNames as readonly string[]).includes(name);

/** The name of what is missing here: a condition at the beginning and behind `and`, `or`, `not`; elsewhere a value. */
function wanted({ reader }: Parsing): string {
  return ['', 'and', 'or', 'not'].includes(reader.previous) ? 'a condition' : 'a value';
}
