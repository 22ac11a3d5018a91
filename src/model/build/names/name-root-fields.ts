import type { EntityConfig } from '../../../config/config.ts';
import type { Entity, EntityNames, ReadField, RootField } from '../../model.ts';
import { executable, hasPublicKey, isReadable, offeredChanges } from '../../visibility.ts';
import type { ProblemList } from '../problems.ts';

export function rootFieldsOf(entity: Entity): readonly (readonly [name: string, field: RootField])[] {
  const { list, connection, one, stream, live, changes, execute } = entity.graphql;
  if (executable(entity) !== undefined) return [[execute, { kind: 'execute', entity }]];
  const reads: readonly (readonly [string | undefined, ReadField['kind']])[] = [
    [list, 'list'],
    [connection, 'connection'],
    [hasPublicKey(entity) ? one : undefined, 'one'],
    [live ? stream : undefined, 'stream'],
  ];
  return [
    ...(isReadable(entity) ? reads : []).flatMap(([name, kind]) =>
      name === undefined ? [] : [[name, { kind, entity }] as const],
    ),
    ...offeredChanges(entity).map((kind) => [changes[kind], { kind, entity }] as const),
  ];
}

type Kind = RootField['kind'];

const OF_MANY: ReadonlySet<Kind> = new Set<Kind>([
  'list',
  'connection',
  'stream',
  'createMany',
  'updateMany',
  'deleteMany',
]);

/**
 * How a name was chosen. `name`: configured in full. `word`: derived from a configured singular or plural. `none`:
 * derived from the entity.
 */
type Choice = 'name' | 'word' | 'none';

interface Owner {
  readonly entity: Entity;
  readonly kind: Kind;
  readonly choice: Choice;
}

/**
 * Renames only the conflicting root field, with a warning. Configured names take precedence. Other names follow
 * configuration order, so an appended entity never renames earlier fields.
 * @param entities entities exposed by an API
 */
export function nameRootFields(
  entities: readonly Entity[],
  configs: readonly EntityConfig[],
  problems: ProblemList,
): readonly Entity[] {
  const configured = new Map(configs.map((entity) => [entity.name, entity]));
  const choiceOf = (entity: Entity, name: string, kind: Kind): Choice => {
    const { singular, plural } = configured.get(entity.name)?.graphql ?? {};
    const word = OF_MANY.has(kind) ? plural : singular;
    if (!entity.graphql.enabled || word === undefined) return 'none';
    return name.toLowerCase() === word.toLowerCase() ? 'name' : 'word';
  };
  const inOrder = [
    ...entities.filter(({ graphql }) => graphql.enabled),
    ...entities.filter(({ graphql }) => !graphql.enabled),
  ];
  const fields = inOrder.flatMap((entity) =>
    rootFieldsOf(entity).map(([name, { kind }]) => ({ entity, name, kind, choice: choiceOf(entity, name, kind) })),
  );
  const owners = new Map<string, Owner>();
  const moves = new Map<Entity, Move[]>();
  const isStream = ({ kind }: (typeof fields)[number]): boolean => kind === 'stream';
  const byChoice = [
    ...(['name', 'word', 'none'] as const).flatMap((choice) =>
      fields.filter((field) => field.choice === choice && !isStream(field)),
    ),
    // Streams come last, so that enabling live queries never renames fields of the query type.
    ...fields.filter(isStream),
  ];
  for (const { name: wanted, ...field } of byChoice) {
    const owner = owners.get(wanted);
    const isConfiguredTwice = owner?.kind === field.kind && owner.choice === field.choice && field.choice !== 'none';
    if (owner === undefined) owners.set(wanted, field);
    if (owner === undefined || isConfiguredTwice) continue;
    let chosen = `${wanted}_`;
    while (owners.has(chosen)) chosen += '_';
    owners.set(chosen, field);
    const ofEntity = moves.get(field.entity) ?? [];
    moves.set(field.entity, [...ofEntity, { kind: field.kind, wanted, chosen, owner: owner.entity.name }]);
  }
  for (const [{ name, graphql }, moved] of moves) if (graphql.enabled) reportMoves(name, moved, problems);
  return entities.map((entity) => renameFields(entity, moves.get(entity) ?? []));
}

function renameFields(entity: Entity, moves: readonly Move[]): Entity {
  if (moves.length === 0) return entity;
  let { graphql } = entity;
  for (const { kind, chosen } of moves) graphql = { ...graphql, ...renameField(graphql, kind, chosen) };
  return Object.freeze({ ...entity, graphql });
}

function renameField(names: EntityNames, kind: Kind, name: string): Partial<EntityNames> {
  switch (kind) {
    case 'list':
    case 'connection':
    case 'one':
    case 'stream':
    case 'execute':
      return { [kind]: name };
    default:
      return { changes: { ...names.changes, [kind]: name } };
  }
}

/** A renamed root field, whose wanted name belongs to the entity `owner`. */
interface Move {
  readonly kind: Kind;
  readonly wanted: string;
  readonly chosen: string;
  readonly owner: string;
}

function reportMoves(name: string, moves: readonly Move[], problems: ProblemList): void {
  const byOwner = [...Map.groupBy(moves, ({ owner }) => owner)].map(([owner, ofOwner]) => {
    const renamed = ofOwner.map(({ wanted, chosen }) => `"${wanted}" is named "${chosen}"`).join(', ');
    return `${renamed}, because the entity "${owner}" has ${ofOwner.length === 1 ? 'a field of that name' : 'fields of these names'}`;
  });
  problems.warning(
    ['entities', name],
    `Root fields of the entity "${name}" do not have their default names: ${byOwner.join('; ')}. To choose the names, set "graphql": { "type": { "singular": …, "plural": … } } of one of the two.`,
  );
}
