import { antlr4tsSQL, SQLDialect } from 'antlr4ts-sql';

const grammar = new antlr4tsSQL(SQLDialect.TSQL);

/** What is wrong with a statement by a grammar of T-SQL, each with its place: `1:14 mismatched input …`. The first one that is asked takes seconds. */
export function mistakesIn(statement: string): readonly string[] {
  const found: string[] = [];
  const listener = {
    syntaxError: (...[, , line, column, message]: readonly [unknown, unknown, number, number, string]) => {
      found.push(`${line}:${column} ${message}`);
    },
  };
  const parser = grammar.getParser(grammar.getTokens(statement, [listener]), [listener]);
  grammar.getParseTree(parser);
  return found;
}
