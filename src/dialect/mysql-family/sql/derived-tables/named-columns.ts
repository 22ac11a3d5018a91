import { type Alias, column, join, raw, type Sql, type Token, tokensOf } from '../../../../sql/fragment.ts';

/** Lists the columns of `alias` that the expressions name: `` `1`.`id`, `1`.`total` ``; or `null` if they name none. */
export function namedColumns(alias: Alias, expressions: readonly Sql[]): Sql {
  const columns = columnNames(alias, expressions).map((columnName) => column(alias, columnName));
  return columns.length === 0 ? raw('null') : join(columns, ', ');
}

export function columnNames(alias: Alias, expressions: readonly Sql[]): readonly string[] {
  const tokens = tokensOf(expressions);
  const names = tokens.flatMap((token, index) => {
    const [dot, columnToken] = tokens.slice(index + 1, index + 3);
    return isName(token) && token.name === alias && dot === '.' && isName(columnToken) ? [columnToken.name] : [];
  });
  return [...new Set(names)];
}

const isName = (token: Token | undefined): token is Extract<Token, { kind: 'name' }> =>
  typeof token === 'object' && token.kind === 'name';
