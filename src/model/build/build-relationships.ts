import type { ConfigPath } from '../../base/problem.ts';
import type { EntityConfig, KeyColumns, RelationshipConfig } from '../../config/config.ts';
import type { ScalarName } from '../../scalars/scalar.ts';
import type { Catalog, CatalogObject, ForeignKey } from '../catalog.ts';
import type { ColumnPair, FieldType, JunctionTable, Link, PairEquality, PairTypes, Relationship } from '../model.ts';
import { losesDigits } from '../rounded-numbers.ts';
import { isText } from '../text-equality.ts';
import { isUnique } from '../unique-keys.ts';
import { isOptional } from '../visibility.ts';
import { optionalOnInsertOf } from './fields/build-fields.ts';
import { nameCandidates, suggestForeignKey } from './fields/suggest-foreign-key.ts';
import { findObject, objectNamed, reportOtherDatabase } from './find-source.ts';
import { nameFields } from './names/build-names.ts';
import type { ProblemList } from './problems.ts';

export interface EntitySource {
  readonly entity: EntityConfig;
  readonly source: CatalogObject;
}

export interface RelationshipContext {
  readonly catalog: Catalog;
  readonly byName: ReadonlyMap<string, EntitySource>;
  readonly unresolved: ReadonlySet<string>;
  readonly problems: ProblemList;
  readonly pluralIsConnection: boolean;
  readonly graphqlNameOf: (name: string) => string;
}

/** Reports a problem if neither `on` nor a foreign key defines the columns. */
export function buildRelationships(from: EntitySource, context: RelationshipContext): readonly Relationship[] {
  return from.entity.relationships.flatMap((config) => {
    const path: ConfigPath = ['entities', from.entity.name, 'relationships', config.name];
    const to = context.byName.get(config.target);
    if (to === undefined) return [];
    const link =
      config.through === undefined
        ? directLink(config, from, to, { ...context, path })
        : junctionLink(config, from, to, { ...context, path });
    if (link === undefined) return [];
    const many = config.kind === 'hasMany';
    const graphqlName = context.graphqlNameOf(config.name);
    return [
      {
        name: config.name,
        graphqlName,
        ...(config.description === undefined ? {} : { description: config.description }),
        target: config.target,
        many,
        ...nameFields(graphqlName, many, context.pluralIsConnection),
        link,
        ...findNesting(config.kind, link, [from, to, context]),
      },
    ];
  });
}

type LinkContext = RelationshipContext & { readonly path: ConfigPath };

function directLink(
  config: RelationshipConfig,
  from: EntitySource,
  to: EntitySource,
  context: LinkContext,
): Link | undefined {
  const on =
    config.on === undefined
      ? pairsFromForeignKeys(config, from, to, context)
      : checkPairs(config.on, from, to, context);
  if (on === undefined) return undefined;
  const types = typesOf(on, from.source, to.source);
  return {
    on: withEquality(on, from.source, to.source).map((pair, index) => {
      const pairTypes = types[index];
      return pairTypes !== undefined && haveDifferentCollations(pairTypes)
        ? [pair[0], pair[1], { types: pairTypes }]
        : pair;
    }),
    ...(types.every(haveSameEquality) ? {} : { mixed: true }),
    unique:
      !types.some(foldsTarget) &&
      isUnique(
        to.source,
        on.map(([, target]) => target),
      ),
  };
}

const typesOf = (on: readonly ColumnPair[], from: CatalogObject, to: CatalogObject): readonly PairTypes[] => {
  const typeIn = ({ columns }: CatalogObject, columnName: string) =>
    columns.find(({ name }) => name === columnName)?.type;
  return on.flatMap(([source, target]) => {
    const [leftType, rightType] = [typeIn(from, source), typeIn(to, target)];
    return leftType === undefined || rightType === undefined ? [] : [[leftType, rightType] as const];
  });
};

/** Adds a `PairEquality` to columns that a plain `=` cannot compare. */
const withEquality = (on: readonly ColumnPair[], from: CatalogObject, to: CatalogObject): readonly ColumnPair[] =>
  on.map((pair) => {
    const [[leftType, rightType] = []] = typesOf([pair], from, to);
    const equality = leftType && rightType && equalityOf(leftType, rightType);
    return equality === undefined ? pair : [pair[0], pair[1], equality];
  });

function equalityOf(left: FieldType, right: FieldType): PairEquality | undefined {
  const leftOperator = left.list || right.list ? undefined : left.operators?.eq;
  const operator = leftOperator === right.operators?.eq ? leftOperator : undefined;
  const [from, to] = [left.columnCollation, right.columnCollation];
  const collations = from && to && from.name !== to.name ? ([from, to] as const) : undefined;
  const types = losesDigits(left, right) || losesDigits(right, left) ? ([left, right] as const) : undefined;
  if (operator === undefined && collations === undefined && types === undefined) return undefined;
  return { ...(operator !== undefined && { operator }), ...(collations && { collations }), ...(types && { types }) };
}

const haveDifferentCollations = ([left, right]: PairTypes): boolean =>
  isText(left) && isText(right) && left.collation !== right.collation;

/** Returns which side refers to the other, by configuration, foreign key, or unique columns. */
function findNesting(
  kind: RelationshipConfig['kind'],
  { on, through }: Link,
  [from, to, context]: readonly [EntitySource, EntitySource, RelationshipContext],
): Pick<Relationship, 'nesting'> {
  // A row has a single value per column, so a repeated column rules out nesting.
  if (isRepeated(on.map(([source]) => source)) || isRepeated(on.map(([, target]) => target))) return {};
  if (through !== undefined) return needsOnlyLinks(through, context) ? { nesting: 'junction' } : {};
  if (kind !== 'one') return { nesting: kind === 'belongsTo' ? 'parent' : 'child' };
  const columns = on.map(([source]) => source);
  const outward = keysBetween(from.source, to.source).some((key) =>
    key.columns.every((name) => columns.includes(name)),
  );
  return { nesting: outward || !isUnique(from.source, columns) ? 'parent' : 'child' };
}

const isRepeated = (columns: readonly string[]): boolean => new Set(columns).size < columns.length;

function needsOnlyLinks(
  { source, entity, fromSource, toTarget }: JunctionTable,
  { catalog, byName }: RelationshipContext,
): boolean {
  const linkColumns = new Set([...fromSource.map(([, column]) => column), ...toTarget.map(([column]) => column)]);
  const fields = entity === undefined ? undefined : byName.get(entity)?.entity.fields;
  const table = objectNamed(catalog, source);
  return (table?.columns ?? []).every((column) =>
    linkColumns.has(column.name)
      ? column.generated !== 'always'
      : isOptional({ ...column, ...optionalOnInsertOf(column, fields?.get(column.name)) }),
  );
}

function pairsFromForeignKeys(
  config: RelationshipConfig,
  from: EntitySource,
  to: EntitySource,
  context: LinkContext,
): readonly ColumnPair[] | undefined {
  const outward = keysBetween(from.source, to.source).map((key) => ({ key, pairs: pairsOf(key) }));
  const inward = keysBetween(to.source, from.source).map((key) => ({ key, pairs: pairsOf(key).map(reversePair) }));
  const isOutward = config.kind === 'belongsTo' || (config.kind === 'one' && outward.length > 0);
  const [candidates, others] = isOutward ? [outward, inward] : [inward, outward];
  const [first, second] = candidates;
  if (first !== undefined && second === undefined) return first.pairs;
  const { path, problems } = context;
  const sides = describeSides(config, from, to);
  if (first === undefined) {
    if (others.length > 0 && config.kind !== 'one') {
      const inverseKind = config.kind === 'belongsTo' ? 'hasMany' : 'belongsTo';
      const message = `There is no foreign key ${sides}, only in the other direction: ${nameCandidates(others)}.`;
      return problems.error(path, message, { found: config.kind, suggestion: inverseKind });
    }
    return problems.error(path, `There is no foreign key ${sides}. Set the columns with "on".`, {
      expected: '"on": { "<source column>": "<target column>" }',
    });
  }
  return problems.error(
    path,
    `There are several foreign keys ${sides}: ${nameCandidates(candidates)}. Select one for "${config.name}" with "on".`,
    suggestForeignKey(config.name, candidates, (pairs) => `"on": ${JSON.stringify(Object.fromEntries(pairs))}`),
  );
}

function describeSides(config: RelationshipConfig, from: EntitySource, to: EntitySource): string {
  return config.kind === 'belongsTo'
    ? `from "${from.source.name}" to "${to.source.name}"`
    : `from "${to.source.name}" to "${from.source.name}"`;
}

function junctionLink(
  config: RelationshipConfig,
  from: EntitySource,
  to: EntitySource,
  context: LinkContext,
): Link | undefined {
  const { path, problems, catalog, byName } = context;
  const through = config.through;
  if (through === undefined) return undefined;
  const entity = byName.get(through.object);
  if (entity === undefined && context.unresolved.has(through.object)) return undefined;
  const source = entity?.source ?? findObject(catalog, through.object);
  if (source === undefined) {
    if (reportOtherDatabase(catalog, [...path, 'through'], through.object, problems)) return undefined;
    return problems.unknownName([...path, 'through'], 'Entity or table', {
      name: through.object,
      known: [...byName.keys(), ...catalog.objects.map(({ name }) => name)],
    });
  }
  const junction: EntitySource = { entity: entity?.entity ?? from.entity, source };
  const fromSource =
    through.sourceOn === undefined
      ? junctionPairs(source, from, { ...context, config, end: 'source' })?.map(reversePair)
      : checkPairs(through.sourceOn, from, junction, context);
  const toTarget =
    through.targetOn === undefined
      ? junctionPairs(source, to, { ...context, config, end: 'target' })
      : checkPairs(through.targetOn, junction, to, context);
  if (fromSource === undefined || toTarget === undefined) return undefined;
  const types = [...typesOf(fromSource, from.source, source), ...typesOf(toTarget, source, to.source)];
  const refersToSource: readonly (string | undefined)[] = fromSource.map(([, column]) => column);
  const linked = [...fromSource.map(([, column]) => column), ...toTarget.map(([column]) => column)];
  const junctionTable: JunctionTable = {
    source: { schema: source.schema, name: source.name, ...(source.triggers && { triggers: true }) },
    ...(entity === undefined ? {} : { entity: through.object }),
    fromSource: withEquality(fromSource, from.source, source),
    toTarget: withEquality(toTarget, source, to.source),
    ...(isUnique(source, linked) && { unique: true }),
    ...(source.indexes.some(({ columns: [first] }) => refersToSource.includes(first?.name)) && { indexed: true }),
  };
  return { on: [], unique: false, ...(types.every(haveSameEquality) ? {} : { mixed: true }), through: junctionTable };
}

const haveSameEquality = ([left, right]: PairTypes): boolean =>
  left.collation === right.collation &&
  foldedBy(left) === foldedBy(right) &&
  (withoutLength(left.native) === withoutLength(right.native) ||
    EXACT.some((scalars) => scalars.includes(left.scalar) && scalars.includes(right.scalar)));

/** Returns true if distinct target values may equal one source value: only the source is case-insensitive. */
const foldsTarget = ([from, to]: PairTypes): boolean => foldedBy(from) !== undefined && foldedBy(to) === undefined;

const foldedBy = ({ columnCollation }: FieldType): string | undefined =>
  columnCollation?.isNondeterministic ? columnCollation.name : undefined;

/** Groups of types. Types of the same group compare without rounding. */
const EXACT: readonly (readonly ScalarName[])[] = [
  ['Short', 'Int', 'Long', 'Decimal'],
  ['Date', 'DateTime'],
];

/** Converts `varchar(20)` → `varchar`. Keeps enum labels. */
const withoutLength = (native: string): string => native.replace(/\([\d,]+\)/, '');

const SIDES = {
  source: { short: 'sourceOn', long: '"source.fields" and "linking.source.fields"' },
  target: { short: 'targetOn', long: '"linking.target.fields" and "target.fields"' },
} as const;

const isSourceEnd = (end: keyof typeof SIDES): boolean => end === 'source';

function hasColumns(key: ForeignKey, keyColumns: KeyColumns | undefined, side: EntitySource): boolean {
  if (keyColumns === undefined) return true;
  const columns = keyColumns.side === 'junction' ? key.columns : key.targetColumns;
  const configured =
    keyColumns.side === 'junction'
      ? keyColumns.columns
      : keyColumns.columns.map((name) => columnOf(side, name) ?? name);
  return columns.length === configured.length && configured.every((name) => columns.includes(name));
}

const nameColumns = (keyColumns: KeyColumns | undefined): string =>
  keyColumns === undefined
    ? ''
    : ` ${keyColumns.side === 'junction' ? 'of' : 'on'} ${keyColumns.columns.map((name) => `"${name}"`).join(', ')}`;

function junctionPairs(
  junction: CatalogObject,
  side: EntitySource,
  {
    path,
    problems,
    config,
    end,
  }: LinkContext & { readonly config: RelationshipConfig; readonly end: keyof typeof SIDES },
): readonly ColumnPair[] | undefined {
  const columns = isSourceEnd(end) ? config.through?.sourceKey : config.through?.targetKey;
  const [only, ...others] = keysBetween(junction, side.source).filter((key) => hasColumns(key, columns, side));
  if (only !== undefined && others.length === 0) return pairsOf(only);
  const { short, long } = SIDES[end];
  const isSource = isSourceEnd(end);
  const between = `from "${junction.name}" to "${side.source.name}"`;
  if (only === undefined) {
    return problems.error(
      [...path, 'through'],
      `"${junction.name}" has no foreign key${nameColumns(columns)} to "${side.source.name}". Set the columns with "${short}", or ${long}.`,
      {
        expected: `"${short}": { ${isSource ? '"<source column>": "<junction column>"' : '"<junction column>": "<target column>"'} }`,
      },
    );
  }
  const candidates = [only, ...others].map((key) => ({
    key,
    pairs: isSource ? pairsOf(key).map(reversePair) : pairsOf(key),
  }));
  return problems.error(
    [...path, 'through'],
    `There are several foreign keys ${between}: ${nameCandidates(candidates)}. Select one with "${short}", or ${long}.`,
    suggestForeignKey(config.name, candidates, (pairs) => `"${short}": ${JSON.stringify(Object.fromEntries(pairs))}`),
  );
}

function checkPairs(
  pairs: readonly ColumnPair[],
  from: EntitySource,
  to: EntitySource,
  context: LinkContext,
): readonly ColumnPair[] | undefined {
  const resolved = pairs.map(([source, target]) => [columnOf(from, source), columnOf(to, target)] as const);
  let complete = true;
  resolved.forEach(([source, target], index) => {
    const [sourceName, targetName] = pairs[index] ?? ['', ''];
    if (source === undefined) complete = unknownColumn(from, sourceName, context);
    if (target === undefined) complete = unknownColumn(to, targetName, context);
  });
  return complete ? (resolved as unknown as readonly ColumnPair[]) : undefined;
}

function unknownColumn(side: EntitySource, name: string, { path, problems, catalog }: LinkContext): false {
  const known = side.source.columns.map((column) => column.name);
  problems.unknownName(path, ['Column', side.source.name], {
    name,
    known,
    ...(catalog.hidesInaccessibleObjects && {
      otherwise: 'or the database user may not see it. Grant SELECT',
    }),
  });
  return false;
}

function columnOf(side: EntitySource, name: string): string | undefined {
  if (side.source.columns.some((column) => column.name === name)) return name;
  for (const [column, fieldConfig] of side.entity.fields) if (fieldConfig.alias === name) return column;
  return undefined;
}

function keysBetween(from: CatalogObject, to: CatalogObject): readonly ForeignKey[] {
  const keys = from.foreignKeys.filter((key) => key.targetSchema === to.schema && key.targetName === to.name);
  const signatures = keys.map((key) =>
    JSON.stringify(
      pairsOf(key)
        .map((pair) => JSON.stringify(pair))
        .sort(),
    ),
  );
  return keys.filter((_, index) => signatures.indexOf(signatures[index] ?? '') === index);
}

const pairsOf = (key: ForeignKey): readonly ColumnPair[] =>
  key.columns.map((column, index) => [column, key.targetColumns[index] ?? column] as const);

const reversePair = ([from, to]: ColumnPair): ColumnPair => [to, from];
