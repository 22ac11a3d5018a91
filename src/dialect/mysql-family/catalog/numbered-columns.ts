import type { ColumnFacts } from './catalog-facts.ts';

/** What tells of the tables and views of one database. */
interface Objects {
  readonly database: string;
  readonly columnsOf: (name: string) => readonly ColumnFacts[];
  /** The SELECTs of views that take changes, by name. */
  readonly definitions: ReadonlyMap<string, string | null>;
}

/**
 * The columns that the server numbers in a table, or in the one table that a view stands for; none where that is not sure, as of a view that
 * joins tables.
 */
export function numberedColumns(name: string, objects: Objects): readonly string[] {
  const definition = objects.definitions.get(name);
  if (definition === undefined) {
    return objects.columnsOf(name).flatMap((column) => (column.extra.includes('auto_increment') ? [column.name] : []));
  }
  const [, list = '', schema = '', table = ''] = ONE_TABLE.exec(definition ?? '') ?? [];
  if (unquoted(schema) !== objects.database || list.includes('(select')) return [];
  const own = numberedColumns(unquoted(table), objects);
  return [...list.matchAll(COLUMN)].flatMap(([, column = '', as = '']) =>
    own.includes(unquoted(column)) ? [unquoted(as)] : [],
  );
}

const NAME = '`((?:[^`]|``)+)`';

/** ``select … from `shop`.`orders` `o` where …`` */
const ONE_TABLE = new RegExp(`^select (.*?) from ${NAME}\\.${NAME}(?: ${NAME})?(?= where |$)`, 's');

/** ``…,`o`.`id` AS `number`,…`` */
const COLUMN = new RegExp(`(?<=^|,)(?:\`(?:[^\`]|\`\`)+\`\\.){1,2}${NAME} AS ${NAME}(?=,|$)`, 'g');

const unquoted = (name: string): string => name.replaceAll('``', '`');
