import { didYouMean } from '../base/did-you-mean.ts';
import { type Path, type Quantifier, type QuantifierName, quantifierNames } from './expression.ts';
import { isReserved } from './keywords.ts';
import { parseCondition } from './parse-condition.ts';
import { deeper, type Parsing } from './parsing.ts';
import { clip, type Token } from './tokens.ts';

/** `any()`, `any(o: …)` or `all(o: …)`. In the condition the variables of the quantifiers around are known too. */
export function parseQuantifier(path: Path, { text: name, at }: Token, parsing: Parsing): Quantifier {
  const { reader, variables } = parsing;
  if (!isQuantifierName(name)) {
    const advice = didYouMean(name, quantifierNames);
    return reader.fail(`after "/", only any(…) and all(…) can be called, found "${clip(name)}".${advice}`, at);
  }
  if (path.segments.length === 0) return reader.fail(`expected a relationship before "${name}".`, at);
  reader.expectSymbol('(');
  if (name === 'any' && reader.takeIf('symbol', ')')) return { kind: 'quantifier', name, path, at: path.at };
  const variable = parseVariable(parsing);
  reader.expectSymbol(':');
  const condition = parseCondition({ ...deeper(parsing), variables: [...variables, variable] });
  reader.expectSymbol(')');
  return { kind: 'quantifier', name, path, variable, condition, at: path.at };
}

function parseVariable({ reader, variables }: Parsing): string {
  const { text, at } = reader.expectWord('a variable, as in "o: o/total gt 5"');
  if (isReserved(text)) return reader.fail(`"${text}" cannot name a variable.`, at);
  if (variables.includes(text)) return reader.fail(`the variable "${clip(text)}" is in use here; take another.`, at);
  return text;
}

const isQuantifierName = (name: string): name is QuantifierName =>
  (quantifierNames as readonly string[]).includes(name);
