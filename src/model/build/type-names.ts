import { customScalars } from '../../scalars/scalar.ts';
import { hasGroups, nameGroupTypes } from '../groupable.ts';
import type { Entity, EnumType, Model } from '../model.ts';
import { nameChangeTypes } from '../name-change-types.ts';
import { isReadable, isShown, offeredChanges } from '../visibility.ts';

/** Types of every schema, whatever is configured. */
const OWN_TYPES = [
  'Query',
  'Mutation',
  'Subscription',
  'Int',
  'Float',
  'String',
  'Boolean',
  'ID',
  'OrderBy',
  'JSONPathFilterInput',
  ...Object.keys(customScalars),
];

type Groups = Pick<Model, 'aggregation'>;

/** Types that are there before any entity: the schema's own and enums, each with its filter inputs. */
export const givenTypes = (enums: readonly EnumType[]): readonly string[] =>
  [...OWN_TYPES, ...enums.map(({ name }) => name)].flatMap((name) => [
    name,
    `${name}FilterInput`,
    `${name}ListFilterInput`,
  ]);

/** The types that are generated for an entity beside its own. Their names begin with the stem: `OrderFilterInput`. */
export function generatedTypes(entity: Entity, model: Groups, stem = entity.graphql.stem): readonly string[] {
  const offered = offeredChanges(entity);
  const changes = nameChangeTypes(stem);
  return [
    ...(isReadable(entity)
      ? [`${stem}Connection`, `${stem}FilterInput`, `${stem}ListFilterInput`, `${stem}OrderByInput`]
      : []),
    ...(isReadable(entity) && hasGroups(model, entity) ? Object.values(nameGroupTypes(stem)) : []),
    ...(offered.includes('create') ? [changes.create] : []),
    ...(offered.includes('update') ? [changes.update] : []),
    ...(offered.includes('replace') ? [changes.replace] : []),
    ...(offered.length > 0 ? [changes.changes] : []),
  ];
}

/**
 * The same entities, each with a stem by which no generated type has a name that is taken already: the stem is the name of the entity's
 * type, with `_` behind it until that holds. `Order_FilterInput` where another entity is called `OrderFilterInput`.
 * @param isServed whether an API shows an entity
 */
export function chooseStems(
  entities: readonly Entity[],
  {
    model,
    enums,
    isServed,
  }: { readonly model: Groups; readonly enums: readonly EnumType[]; readonly isServed: (entity: Entity) => boolean },
): readonly Entity[] {
  const shown = new Set(entities.filter((entity) => isServed(entity) && isShown(entity)));
  const taken = new Set([...givenTypes(enums), ...[...shown].map(({ graphql }) => graphql.type)]);
  return entities.map((entity) => {
    if (!shown.has(entity)) return entity;
    let stem = entity.graphql.type;
    while (generatedTypes(entity, model, stem).some((name) => taken.has(name))) stem += '_';
    for (const name of generatedTypes(entity, model, stem)) taken.add(name);
    return stem === entity.graphql.type ? entity : Object.freeze({ ...entity, graphql: { ...entity.graphql, stem } });
  });
}
