export interface Pair {
  readonly keyword: string;
  readonly value: string;
}

// One `keyword=value`, its value bare or in quotes, where a doubled quote stands for one:
// https://learn.microsoft.com/dotnet/framework/data/adonet/connection-string-syntax
const PAIR = /\s*([^=;]+?)\s*=\s*(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)'|([^;"'][^;]*?)?)\s*(?:;|$)|\s*;|\s+$/y;

/**
 * The pairs of a connection string in ADO.NET style, in their order. Undefined where it cannot be read to its end: a quote is not closed,
 * text follows a closing quote, or a part has no `=`.
 */
export function parsePairs(text: string): readonly Pair[] | undefined {
  const pairs: Pair[] = [];
  const pattern = new RegExp(PAIR);
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) return undefined;
    const [, keyword, double, single, bare = ''] = match;
    if (keyword === undefined) continue;
    pairs.push({ keyword, value: double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? bare });
  }
  return pairs;
}
