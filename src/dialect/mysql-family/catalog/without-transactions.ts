import type { TableFacts } from './catalog-facts.ts';

/**
 * Tables whose engine has no transactions, and the views that are made of them. Of a view whose SELECT the account may not see, nothing is
 * known.
 * @param definitions the SELECTs of views that take changes, by name
 */
export function withoutTransactions(
  tables: readonly TableFacts[],
  { database, definitions }: { readonly database: string; readonly definitions: ReadonlyMap<string, string | null> },
): ReadonlySet<string> {
  const found = new Set(tables.flatMap(({ name, hasTransactions }) => (hasTransactions === 0 ? [name] : [])));
  const names = (definition: string | null): boolean =>
    [...found].some((name) => definition?.includes(`${quoted(database)}.${quoted(name)}`));
  let before: number;
  // Views are made of views.
  do {
    before = found.size;
    for (const [view, definition] of definitions) if (names(definition)) found.add(view);
  } while (found.size > before);
  return found;
}

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
