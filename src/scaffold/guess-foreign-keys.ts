import type { Catalog, ForeignKey } from '../model/catalog.ts';
import type { CatalogColumn } from '../model/catalog-column.ts';
import { wordsOf } from './entity-names.ts';
import { KEY_PREFIX, KEY_SUFFIX, type ScaffoldSource } from './propose-relationships.ts';

/**
 * Relationships to guess from column names. `new`: only relationships with at least one new entity, because a user may
 * have removed relationships between configured entities.
 */
export type RelationshipGuess = 'all' | 'new' | 'none';

/** Words in front of the target's name: `billing_address_id`. Other words could belong to another name. */
const ROLES: ReadonlySet<string> = new Set([
  ...['billing', 'shipping', 'delivery', 'invoice', 'default', 'main', 'primary', 'secondary', 'preferred', 'home'],
  ...['parent', 'child', 'source', 'target', 'from', 'to', 'origin', 'destination', 'old', 'new', 'first', 'last'],
  ...['previous', 'next', 'current', 'original', 'created', 'updated', 'assigned', 'owner', 'sender', 'receiver'],
]);

/** A table that a column may refer to by its single key column. */
interface Target {
  readonly source: ScaffoldSource;
  readonly key: CatalogColumn;
}

/** Suffixes that always name a key. Other suffixes, such as `number`, may also name a property of the row itself. */
const ID_SUFFIX: ReadonlySet<string> = new Set(['id', 'ids', 'fk', 'key', 'uuid', 'guid', 'oid', 'ref', 'pk']);

/** Returns the default: guesses only for a database without foreign keys, such as those of many PHP applications. */
export const defaultGuess = ({ objects }: Pick<Catalog, 'objects'>): RelationshipGuess =>
  objects.every(({ foreignKeys }) => foreignKeys.length === 0) ? 'new' : 'none';

/**
 * Guesses foreign keys from column names: `customer_id`, `id_customer`, and `CustomerID` refer to the table of the
 * entity `Customer` in the same schema, if its key is a single column of the same type. Skips a column such as
 * `item_id` if there is an `item_type`, because it may refer to several tables.
 * @returns guessed keys by source
 */
export function guessForeignKeys(
  sources: readonly ScaffoldSource[],
): ReadonlyMap<ScaffoldSource, readonly ForeignKey[]> {
  const targets = new Map(sources.flatMap(targetOf).map((target) => [wordsOf(target.source.entity).join('_'), target]));
  return new Map(sources.map((source) => [source, source.object.kind === 'table' ? guessKeysOf(source, targets) : []]));
}

function targetOf(source: ScaffoldSource): Target[] {
  const { kind, primaryKey = [], columns } = source.object;
  const key = columns.find(({ name }) => name === primaryKey[0]);
  return kind === 'table' && primaryKey.length === 1 && key !== undefined ? [{ source, key }] : [];
}

function guessKeysOf(source: ScaffoldSource, targets: ReadonlyMap<string, Target>): ForeignKey[] {
  const { object } = source;
  const linked = new Set(object.foreignKeys.flatMap(({ columns }) => columns));
  const names = new Set(object.columns.map(({ name }) => wordsOf(name).join('')));
  const isPolymorphic = ({ name }: CatalogColumn): boolean => names.has(`${nameInKey(name).join('')}type`);
  return object.columns.flatMap((column): ForeignKey[] => {
    if (linked.has(column.name) || isPolymorphic(column)) return [];
    const target = findTarget(column, source, targets);
    if (target === undefined || target.key.type.scalar !== column.type.scalar) return [];
    const { schema, name } = target.source.object;
    return [
      {
        name: '',
        columns: [column.name],
        targetSchema: schema,
        targetName: name,
        targetColumns: [target.key.name],
      },
    ];
  });
}

function findTarget(
  { name }: CatalogColumn,
  source: ScaffoldSource,
  targets: ReadonlyMap<string, Target>,
): Target | undefined {
  const words = nameInKey(name);
  if (words.length === 0) return undefined;
  if (words.length === 1 && words[0] === 'parent') return targetOf(source)[0];
  const start = words.findIndex((word) => !ROLES.has(word));
  const exact = targets.get(words.join('_'));
  const target = exact ?? targets.get(words.slice(start).join('_'));
  if (target?.source.object.schema !== source.object.schema) return undefined;
  // Without a role, a key named after its own table describes the row itself: `invoice_number` of `invoices`.
  if (target.source === source && exact !== undefined) return undefined;
  const suffix = wordsOf(name).at(-1) ?? '';
  const isKey = !KEY_SUFFIX.has(suffix) || ID_SUFFIX.has(suffix) || wordsOf(target.key.name).at(-1) === suffix;
  return isKey ? target : undefined;
}

/** Converts `customer_id`, `id_customer`, `customerid` → `['customer']`; no words for other names. */
function nameInKey(column: string): readonly string[] {
  const words = wordsOf(column);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (words.length > 1 && KEY_SUFFIX.has(last)) return words.slice(0, -1);
  if (words.length > 1 && KEY_PREFIX.has(first)) return words.slice(1);
  return words.length === 1 && /.{3}id$/.test(first) ? [first.slice(0, -2)] : [];
}
