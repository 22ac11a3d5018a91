import { antlr4tsSQL, SQLDialect } from 'antlr4ts-sql';

const grammar = new antlr4tsSQL(SQLDialect.TSQL);

/**
 * Returns the errors of a statement by a T-SQL grammar with their positions: `1:14 mismatched input …`. The first call
 * takes seconds.
 */
export function mistakesIn(statement: string): readonly string[] {
  const found: string[] = [];
  const listener = {
    syntaxError: (...[, , line, column, message]: readonly [unknown, unknown, number, number, string]) => {
      found.push(`${line}:${column} ${message}`);
    },
  };
  const parser = grammar.getParser(grammar.getTokens(statement, [listener]), [listener]);
  grammar.getParseTree(parser);
  return [...found, ...mergedJson(statement)];
}

const TOKENS = /N?'(?:[^']|'')*'|\[(?:[^\]]|\]\])*\]|[\w@]+|[()]/gi;

/** FOR JSON rejects merged UNION rows, which the grammar does not know: error 1086. */
function mergedJson(statement: string): readonly string[] {
  const levels: string[][] = [[]];
  const closed: string[][] = [];
  for (const [token] of statement.matchAll(TOKENS)) {
    if (token === '(') levels.push([]);
    else if (token === ')') closed.push(levels.pop() ?? []);
    else levels.at(-1)?.push(token.toLowerCase());
  }
  const merged = closed.filter(
    (words) => words.includes('json') && /(?:^| )(?:union|except|intersect)(?: |$)/.test(words.join(' ')),
  );
  return merged.map((words) => `FOR JSON beside a set operator: ${words.join(' ').slice(0, 80)}`);
}
