import { FILTER_SCALAR, graphqlScalars, scalarNames } from '../../../scalars/scalar.ts';
import { type GeneratedType, GROUP_TYPES, renameGeneratedTypes } from '../../generated-types.ts';
import { hasGroups } from '../../groupable.ts';
import type { Entity, Model } from '../../model.ts';
import { isReadable, isShown, offeredChanges } from '../../visibility.ts';
import type { ProblemList } from '../problems.ts';

/** Contains `Subscription` even without live queries, because parsers treat it as the root type of subscriptions. */
const BUILT_IN_TYPES: Readonly<Record<string, readonly string[]>> = {
  GraphQL: ['Query', 'Mutation', 'Subscription'],
  'every schema': [
    'OrderBy',
    'JSONPathFilterInput',
    FILTER_SCALAR,
    ...['ID', ...scalarNames, ...Object.keys(graphqlScalars)].flatMap((name) => [name, ...filterTypes(name)]),
  ],
};

export function filterTypes(name: string): readonly string[] {
  return [`${name}FilterInput`, `${name}ListFilterInput`];
}

export interface TypeOwner {
  readonly label: string;
  readonly entity?: string;
}

/**
 * Type names with their owners. The first owner in configuration order keeps a name, so an appended entity never
 * renames earlier types.
 */
export class TypeNames {
  readonly #owners = new Map<string, TypeOwner>(
    Object.entries(BUILT_IN_TYPES).flatMap(([label, names]) => names.map((name) => [name, { label }] as const)),
  );

  isFree(name: string): boolean {
    return !this.#owners.has(name);
  }

  register(name: string, owner: TypeOwner): void {
    if (this.isFree(name)) this.#owners.set(name, owner);
  }

  /**
   * Builds and names an entity. Reserves its type name first, so that its enums never take that name.
   * @param isServed true if an API exposes the entity; only then are its names reserved
   */
  name(
    { name, type }: { readonly name: string; readonly type: string },
    build: () => Entity,
    {
      model,
      isServed,
      problems,
    }: {
      readonly model: Pick<Model, 'aggregation'>;
      readonly isServed: (entity: Entity) => boolean;
      readonly problems: ProblemList;
    },
  ): Entity {
    const owner: TypeOwner = { label: `the entity "${name}"`, entity: name };
    const reserved = [type, ...filterTypes(type)].filter((candidate) => this.isFree(candidate));
    for (const candidate of reserved) this.#owners.set(candidate, owner);
    const entity = build();
    for (const candidate of reserved) this.#owners.delete(candidate);
    if (!isServed(entity) || !isShown(entity)) return entity;
    const moves: Move[] = [];
    const choose = (wanted: string): string => {
      const currentOwner = this.#owners.get(wanted);
      const chosen = this.#firstFree(wanted);
      this.#owners.set(chosen, owner);
      if (currentOwner !== undefined) moves.push({ wanted, chosen, owner: currentOwner });
      return chosen;
    };
    const ownType = choose(entity.graphql.type);
    const generated = new Set(generatedTypes(entity, model));
    const types = renameGeneratedTypes(entity.graphql.types, (kind, wanted) =>
      generated.has(kind) ? choose(wanted) : wanted,
    );
    if (entity.graphql.enabled && moves.length > 0) reportMoves(entity, moves, problems);
    return Object.freeze({ ...entity, graphql: { ...entity.graphql, type: ownType, types } });
  }

  #firstFree(name: string): string {
    let free = name;
    while (!this.isFree(free)) free += '_';
    return free;
  }
}

function generatedTypes(entity: Entity, model: Pick<Model, 'aggregation'>): readonly GeneratedType[] {
  const offered = offeredChanges(entity);
  return [
    ...(isReadable(entity) ? (['connection', 'filter', 'listFilter', 'orderBy'] as const) : []),
    ...(isReadable(entity) && hasGroups(model, entity) ? GROUP_TYPES : []),
    ...(['create', 'update', 'replace'] as const).filter((kind) => offered.includes(kind)),
    ...(offered.length > 0 ? (['changes'] as const) : []),
  ];
}

interface Move {
  readonly wanted: string;
  readonly chosen: string;
  readonly owner: TypeOwner;
}

function reportMoves({ name }: Entity, moves: readonly Move[], problems: ProblemList): void {
  const reasons = [...Map.groupBy(moves, ({ owner }) => owner.label)].map(([label, ofOwner]) => {
    const renamed = ofOwner.map(({ wanted, chosen }) => `"${wanted}" is named "${chosen}"`).join(', ');
    return `${renamed}, because ${label} has ${ofOwner.length === 1 ? 'a type of that name' : 'types of these names'}`;
  });
  const [owner, ...otherOwners] = new Set(moves.map((move) => move.owner.entity));
  // Suggests renaming the other entity only if it owns all of the names.
  const otherWay = owner === undefined || otherOwners.length > 0 ? '' : ` or "${owner}"`;
  problems.warning(
    ['entities', name],
    `Types of the entity "${name}" do not have their default names: ${reasons.join('; ')}. To choose the names, set "graphql.type" of "${name}"${otherWay}.`,
  );
}
