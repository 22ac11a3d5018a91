import type { RelationshipConfig } from '../config/config.ts';
import type { RelationshipFile } from '../config/schema/config-schema.ts';
import type { CatalogObject, ForeignKey } from '../model/catalog.ts';
import { isUnique } from '../model/unique-keys.ts';
import { pluralOf } from '../model/word-forms.ts';
import { camelCase, objectKey, pascalCase, wordsOf } from './entity-names.ts';

/** A table or view that becomes an entity. */
export interface ScaffoldSource {
  readonly entity: string;
  readonly object: CatalogObject;
}

/** Relationships of one entity by field name, in order. */
export type Relationships = Readonly<Record<string, RelationshipFile>>;

/** Configured relationships by entity name. */
export type ExistingRelationships = ReadonlyMap<string, readonly RelationshipConfig[]>;

/** A foreign key between two entities. */
interface Reference {
  readonly from: ScaffoldSource;
  /** The first of several entities of the table, or `from` for a reference to its own table. */
  readonly to: ScaffoldSource;
  readonly key: ForeignKey;
  /** Words for the role of the target: `billing_address_id` → `['billing', 'address']`. */
  readonly role: readonly string[];
  /** True if the database has no such foreign key. */
  readonly isGuess: boolean;
}

interface Candidate {
  readonly owner: string;
  /** Names in order of preference. */
  readonly names: readonly string[];
  readonly config: RelationshipFile;
}

interface RelationshipSources {
  readonly existing?: ExistingRelationships;
  /** Foreign keys that the database does not have. */
  readonly guessed?: ReadonlyMap<ScaffoldSource, readonly ForeignKey[]>;
}

/** Suffixes and prefixes that make a column name from the name of its target. */
export const KEY_SUFFIX: ReadonlySet<string> = new Set([
  'id',
  'ids',
  'fk',
  'key',
  'uuid',
  'guid',
  'code',
  'no',
  'nr',
  'num',
  'number',
  'ref',
  'pk',
  'oid',
]);
export const KEY_PREFIX: ReadonlySet<string> = new Set(['fk', 'id', 'pk']);

/** Natural names for the other direction of a reference to the same table. */
const INVERSE: ReadonlyMap<string, string> = new Map([
  ['parent', 'children'],
  ...['manager', 'reportsTo', 'supervisor', 'boss'].map((role) => [role, 'reports'] as const),
]);

/** Columns that record when a row was changed, which a junction may have. */
const TIMESTAMP =
  /^(last_?update(d)?|(created|updated|modified|inserted|changed)(_?(at|on|date|time))?|create_?(date|time)|update_?(date|time)|timestamp|ts)$/i;

/**
 * Proposes relationships in both directions of each foreign key, and across junction tables. `on` is set only if the
 * columns are ambiguous or guessed. A name never equals a column or another relationship of its entity.
 * @returns relationships by entity name
 */
export function proposeRelationships(
  sources: readonly ScaffoldSource[],
  { existing = new Map(), guessed = new Map() }: RelationshipSources = {},
): ReadonlyMap<string, Relationships> {
  const byTable = Map.groupBy(sources, ({ object }) => objectKey(object));
  const references = findReferences(sources, { byTable, guessed });
  const between = Map.groupBy(references, ({ from, to }) => pairOf(from, to));
  const isAmbiguous = ({ from, to, isGuess }: Reference): boolean =>
    isGuess || (between.get(pairOf(from, to))?.length ?? 0) > 1;
  const isFirst = (source: ScaffoldSource): boolean => byTable.get(objectKey(source.object))?.[0] === source;
  const candidates = [
    ...references.map((reference) => toParent(reference, isAmbiguous(reference))),
    ...references
      .filter((reference) => !isPureJunction(reference.from, references) && isIndexed(reference))
      .flatMap((reference) => inverses(reference, byTable))
      .map((reference) => toChildren(reference, isAmbiguous(reference))),
    ...sources.filter(isFirst).flatMap((source) => acrossJunction(source, references, { isAmbiguous, byTable })),
  ];
  const siblings = new Map(
    [...byTable.values()].flatMap((own) => own.map(({ entity }) => [entity, own.map((one) => one.entity)] as const)),
  );
  const missing = candidates.filter(
    (candidate) => !isConfigured(candidate, existing.get(candidate.owner) ?? [], siblings),
  );
  return chooseNames(sources, missing, existing);
}

/** Sources by `objectKey`. */
type SourcesByTable = ReadonlyMap<string, readonly ScaffoldSource[]>;

/** Returns a reference for each entity of the referenced table, from the first entity of the other table. */
function inverses(reference: Reference, byTable: SourcesByTable): readonly Reference[] {
  const { from, to } = reference;
  if (objectKey(from.object) === objectKey(to.object)) return [reference];
  if (byTable.get(objectKey(from.object))?.[0] !== from) return [];
  return (byTable.get(objectKey(to.object)) ?? []).map((owner) => ({ ...reference, to: owner }));
}

/**
 * Returns true if a configured relationship leads to the same rows, regardless of its name.
 * @param siblings entities of the same table, by entity
 */
function isConfigured(
  { config }: Candidate,
  existing: readonly RelationshipConfig[],
  siblings: ReadonlyMap<string, readonly string[]>,
): boolean {
  const { hasMany, hasOne, belongsTo, on, through } = config;
  const targets = siblings.get(hasMany ?? hasOne ?? belongsTo ?? '') ?? [];
  const isToMany = hasMany !== undefined;
  const junction = typeof through === 'string' ? through : through?.object;
  return existing.some(
    ({ kind, target, on: pairs, through: configured }) =>
      targets.includes(target) &&
      (kind === 'hasMany') === isToMany &&
      (configured === undefined) === (junction === undefined) &&
      // Legacy syntax does not distinguish the direction of a relationship to one row.
      (kind === 'one' || isToMany || (kind === 'belongsTo') === (belongsTo !== undefined)) &&
      (pairs === undefined || on === undefined || pairs.every(([from, to]) => on[from] === to)),
  );
}

const pairOf = (from: ScaffoldSource, to: ScaffoldSource): string =>
  JSON.stringify([from.entity, objectKey(to.object)]);

/** Without an index, the database would read the whole table for each row. */
const isIndexed = ({ from, key, isGuess }: Reference): boolean =>
  !isGuess || from.object.indexes.some(({ columns: [first] }) => first?.name === key.columns[0]);

interface ReferenceContext {
  readonly byTable: SourcesByTable;
  readonly guessed: NonNullable<RelationshipSources['guessed']>;
}

function findReferences(
  sources: readonly ScaffoldSource[],
  { byTable, guessed }: ReferenceContext,
): readonly Reference[] {
  return sources.flatMap((from) => {
    const seen = new Set<string>();
    const guesses = new Set(guessed.get(from));
    return [...from.object.foreignKeys, ...guesses].flatMap((key): readonly Reference[] => {
      const target = objectKey({ schema: key.targetSchema, name: key.targetName });
      const to = target === objectKey(from.object) ? from : byTable.get(target)?.[0];
      // Databases allow several foreign keys with the same columns.
      const columns = JSON.stringify([to?.entity, pairsOf(key)]);
      if (to === undefined || seen.has(columns)) return [];
      seen.add(columns);
      return [{ from, to, key, role: roleOf(key), isGuess: guesses.has(key) }];
    });
  });
}

const pairsOf = ({ columns, targetColumns }: ForeignKey): readonly (readonly [string, string])[] =>
  columns.map((column, index) => [column, targetColumns[index] ?? '']);

/** Returns the words of the role in the column name. Empty if the columns do not name a role. */
function roleOf({ columns, targetColumns }: ForeignKey): readonly string[] {
  const own = columns.filter((column, index) => column !== targetColumns[index]);
  const [column] = columns.length === 1 ? columns : own;
  if (column === undefined || own.length > 1) return [];
  const words = [...wordsOf(column)];
  if (words.length > 1 && KEY_SUFFIX.has(words.at(-1) ?? '')) words.pop();
  else if (words.length > 1 && KEY_PREFIX.has(words[0] ?? '')) words.shift();
  else if (words.length === 1 && KEY_SUFFIX.has(words[0] ?? '')) return [];
  return words;
}

const targetWords = ({ entity }: ScaffoldSource): readonly string[] => wordsOf(entity);

function toParent({ from, to, key, role }: Reference, isAmbiguous: boolean): Candidate {
  const target = camelCase(targetWords(to));
  const named = role.length > 0 ? camelCase(role) : target;
  return {
    owner: from.entity,
    names: [
      named,
      ...(named === 'reportsTo' ? ['manager'] : []),
      ...(role.length > 0 ? [camelCase([...role, ...targetWords(to)]), target] : []),
      `${target}By${pascalCase(key.columns.flatMap(wordsOf))}`,
    ],
    config: { belongsTo: to.entity, ...(isAmbiguous && { on: Object.fromEntries(pairsOf(key)) }) },
  };
}

/** Returns the relationship in the other direction. It leads to one row if the columns are unique. */
function toChildren({ from, to, key, role }: Reference, isAmbiguous: boolean): Candidate {
  const isOne = isUnique(from.object, key.columns);
  const words = targetWords(from);
  const plain = isOne ? camelCase(words) : pluralOf(camelCase(words));
  const by = `${plain}By${pascalCase(role.length > 0 ? role : key.columns.flatMap(wordsOf))}`;
  const isMain = !isAmbiguous || camelCase(role) === camelCase(targetWords(to));
  const inverse = from === to ? INVERSE.get(camelCase(role)) : undefined;
  const on = Object.fromEntries(pairsOf(key).map(([column, target]) => [target, column]));
  return {
    owner: to.entity,
    names: [...(inverse === undefined ? [] : [inverse]), ...(isMain && from !== to ? [plain, by] : [by])],
    config: { ...(isOne ? { hasOne: from.entity } : { hasMany: from.entity }), ...(isAmbiguous && { on }) },
  };
}

/** Returns the foreign keys of a table that only connects two other tables. Empty for any other table. */
function junctionKeys(source: ScaffoldSource, references: readonly Reference[]): readonly Reference[] {
  const own = references.filter(({ from }) => from === source);
  const columns = own.flatMap(({ key }) => key.columns);
  if (own.length !== 2 || new Set(columns).size < columns.length) return [];
  const { primaryKey, columns: all } = source.object;
  if (!isUnique(source.object, columns)) return [];
  const others = all.filter(({ name }) => !columns.includes(name) && primaryKey?.includes(name) !== true);
  const isOptional = others.every(
    ({ nullable, hasDefault, generated }) => nullable || hasDefault || generated !== 'no',
  );
  return isOptional ? own : [];
}

/** Returns whether a junction has only its foreign keys, its key, and timestamps. */
function isPureJunction(source: ScaffoldSource, references: readonly Reference[]): boolean {
  const keys = junctionKeys(source, references);
  const columns = new Set([...keys.flatMap(({ key }) => key.columns), ...(source.object.primaryKey ?? [])]);
  return keys.length > 0 && source.object.columns.every(({ name }) => columns.has(name) || TIMESTAMP.test(name));
}

function acrossJunction(
  junction: ScaffoldSource,
  references: readonly Reference[],
  {
    isAmbiguous,
    byTable,
  }: { readonly isAmbiguous: (reference: Reference) => boolean; readonly byTable: SourcesByTable },
): readonly Candidate[] {
  const [first, second] = junctionKeys(junction, references);
  if (first === undefined || second === undefined) return [];
  return [...acrossFrom(first, second), ...acrossFrom(second, first)];

  function acrossFrom(source: Reference, target: Reference): readonly Candidate[] {
    const owners = byTable.get(objectKey(source.to.object)) ?? [];
    return owners.map((owner) => ({ ...across(source, target), owner: owner.entity }));
  }

  function across(source: Reference, target: Reference): Omit<Candidate, 'owner'> {
    const sourceOn = Object.fromEntries(pairsOf(source.key).map(([column, to]) => [to, column]));
    const isSelf = source.to === target.to;
    const plural = pluralOf(camelCase(isSelf && target.role.length > 0 ? target.role : targetWords(target.to)));
    return {
      names: [plural, `${plural}By${junction.entity}`],
      config: {
        hasMany: target.to.entity,
        through:
          isAmbiguous(source) || isAmbiguous(target)
            ? { object: junction.entity, sourceOn, targetOn: Object.fromEntries(pairsOf(target.key)) }
            : junction.entity,
      },
    };
  }
}

function chooseNames(
  sources: readonly ScaffoldSource[],
  candidates: readonly Candidate[],
  existing: ExistingRelationships,
): ReadonlyMap<string, Relationships> {
  const used = new Map(
    sources.map(({ entity, object }) => {
      const names = [...object.columns, ...(existing.get(entity) ?? [])].map(({ name }) => name.toLowerCase());
      return [entity, new Set(names)];
    }),
  );
  const chosen = new Map<string, Record<string, RelationshipFile>>();
  for (const { owner, names, config } of candidates) {
    const taken = used.get(owner) ?? new Set<string>();
    const isFree = (name: string): boolean =>
      name !== '' && [name, `${name}_connection`, `${name}_list`].every((each) => !taken.has(each.toLowerCase()));
    const name = names.find(isFree) ?? numbered(names.at(-1) ?? 'related', isFree);
    taken.add(name.toLowerCase());
    chosen.set(owner, { ...chosen.get(owner), [name]: config });
  }
  return chosen;
}

function numbered(name: string, isFree: (name: string) => boolean): string {
  for (let number = 2; ; number += 1) if (isFree(`${name}${number}`)) return `${name}${number}`;
}
