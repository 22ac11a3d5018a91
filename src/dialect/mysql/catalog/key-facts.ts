import type { CatalogColumn } from '../../../model/catalog-column.ts';
import type { ColumnFacts, TriggerFacts } from '../../mysql-family/catalog/catalog-facts.ts';

type KeyFacts = Pick<CatalogColumn, 'defaultSql' | 'setByTrigger'>;

/** What MySQL does not tell once a row is made: which value a default gave to a column of its key, and a trigger. */
export const keyFacts = (column: ColumnFacts, triggers: readonly TriggerFacts[]): KeyFacts => {
  const defaultSql = defaultOf(column);
  return {
    ...(defaultSql !== undefined && { defaultSql }),
    ...(triggers.some(({ body }) => sets(body ?? '', column.name)) && { setByTrigger: true as const }),
  };
};

/** Types whose columns may make something else of the value of an expression, which no cast does. */
const converting = /^(?:enum|set|year|(?:float|double)\()|zerofill/;

/** The default as SQL; undefined where it depends on other columns, and where nothing tells what the column makes of it. */
function defaultOf({ defaultExpression, extra, dataType, columnType }: ColumnFacts): string | undefined {
  if (defaultExpression === null || dataType === 'bit') return undefined;
  // Bytes are told in hexadecimal.
  if (dataType.endsWith('binary') && /^0x(?:[\da-f]{2})+$/i.test(defaultExpression)) return defaultExpression;
  if (!extra.includes('DEFAULT_GENERATED')) return `'${defaultExpression.replaceAll(/['\\]/g, '\\$&')}'`;
  if (converting.test(columnType)) return undefined;
  // Quotes within an expression are escaped there; names of columns stand in backticks.
  return defaultExpression.includes('`') ? undefined : defaultExpression.replaceAll(/\\(.)/gs, '$1');
}

/** Whether the text of a trigger gives the column a value: by `set new.id = …`, or by `call next_id(new.id)`. */
function sets(body: string, column: string): boolean {
  const name = column.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const own = `new\\s*\\.\\s*(?:${name}(?![\\w$])|\`${name.replaceAll('`', '``')}\`)`;
  const text = body.replaceAll(/\/\*.*?\*\//gs, ' ');
  return new RegExp(`(?:\\bset\\b|,)\\s*${own}\\s*:?=|\\bcall\\b[^;]*${own}`, 'is').test(text);
}
