import type { Path, Quantifier } from './expression.ts';
import { parseQuantifier } from './parse-quantifier.ts';
import type { Parsing } from './parsing.ts';
import type { Token } from './tokens.ts';

/** The rest of a path whose first word was taken: that is a variable in scope, or else a name of the item. */
export function parsePath({ text, at }: Token, parsing: Parsing): Path | Quantifier {
  const start: Path = parsing.variables.includes(text)
    ? { kind: 'path', variable: text, segments: [], at }
    : { kind: 'path', segments: [text], at };
  return parseSegments(start, ['/'], parsing);
}

/** A path of the item itself, whatever the variables are called. @param at where it began, before `$it/` or `@item.` */
export function parseRootPath(at: number, separators: readonly string[], parsing: Parsing): Path | Quantifier {
  const { text } = parsing.reader.expectWord(FIELD);
  return parseSegments({ kind: 'path', segments: [text], at }, separators, parsing);
}

const FIELD = 'the name of a field or relationship';

function parseSegments(path: Path, separators: readonly string[], parsing: Parsing): Path | Quantifier {
  const { reader } = parsing;
  const segments = [...path.segments];
  while (separators.some((separator) => reader.takeIf('symbol', separator))) {
    const word = reader.expectWord(FIELD);
    if (reader.nextIs('symbol', '(')) return parseQuantifier({ ...path, segments }, word, parsing);
    segments.push(word.text);
  }
  return { ...path, segments };
}
