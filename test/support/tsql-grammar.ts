import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Grammars from 'antlr4ts-sql';
import { isLong } from './long-run.ts';

/**
 * Hashes of statements that the grammar accepts, one per line. With JOINERY_ACCEPT_TSQL, accepted statements are added.
 * Delete the file first to remove hashes of statements that are no longer generated.
 */
const manifest = new URL('../fixtures/accepted-tsql.txt', import.meta.url);

const accepted = new Set(existsSync(manifest) ? readFileSync(manifest, 'utf8').split('\n') : []);

const hashOf = (statement: string): string => createHash('sha256').update(statement).digest('base64url').slice(0, 16);

/** Returns whether the grammar accepted the statement before. Only a long run parses it again. */
export const isAccepted = (statement: string): boolean => accepted.has(hashOf(statement));

/** Returns syntax errors with positions: `1:14 mismatched input …`. The first call takes seconds. */
export function mistakesIn(statement: string): readonly string[] {
  if (!isLong && isAccepted(statement)) return [];
  const mistakes = [...parse(statement), ...mergedJson(statement)];
  if (mistakes.length === 0 && process.env.JOINERY_ACCEPT_TSQL !== undefined && !isAccepted(statement)) {
    accepted.add(hashOf(statement));
    appendFileSync(manifest, `${hashOf(statement)}\n`);
  }
  return mistakes;
}

let grammar: Grammars.antlr4tsSQL | undefined;

function parse(statement: string): readonly string[] {
  // Loading the grammar takes longer than most tests.
  const { antlr4tsSQL, SQLDialect } = createRequire(import.meta.url)('antlr4ts-sql') as typeof Grammars;
  grammar ??= new antlr4tsSQL(SQLDialect.TSQL);
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
