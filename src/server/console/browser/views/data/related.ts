import type { ConsoleEntity, ConsoleField, ConsoleRelationship } from '../../../console-data.ts';
import { linkTo } from '../../state/route.ts';
import { type Entities, formatCondition } from './conditions.ts';
import type { Row } from './load-rows.ts';

export interface RelatedLink {
  readonly relationship: ConsoleRelationship;
  /** Address of the related rows. */
  readonly target: string;
}

/** Returns the fields whose values are part of links to related rows. */
export const linkFields = (entity: ConsoleEntity): readonly string[] =>
  entity.relationships.flatMap((relationship) =>
    relationship.through === undefined
      ? relationship.on.flatMap(([column]) => fieldOfColumn(entity, column)?.name ?? [])
      : entity.key,
  );

const fieldOfColumn = ({ fields }: ConsoleEntity, column: string): ConsoleField | undefined =>
  fields.find((field) => field.column === column && field.isReadable);

/** Returns the to-one relationship of a field that is a foreign key. */
export const referenceOf = (entity: ConsoleEntity, { column }: ConsoleField): ConsoleRelationship | undefined =>
  entity.relationships.find(
    ({ many, through, on }) => !many && through === undefined && on.length === 1 && on[0]?.[0] === column,
  );

/** Returns links to the related rows of a row. Omits relationships with a null value, or with hidden columns. */
export const relatedLinks = (entity: ConsoleEntity, row: Row, entities: Entities): readonly RelatedLink[] =>
  entity.relationships.flatMap((relationship) => {
    const target = entities.get(relationship.target);
    if (target?.isReachable !== true) return [];
    const where =
      relationship.through === undefined
        ? conditionsByColumns(entity, row, { relationship, target })
        : conditionsByInverse(entity, row, { relationship, target });
    return where === undefined ? [] : [{ relationship, target: linkTo(['entities', target.name, 'data'], { where }) }];
  });

interface LinkContext {
  readonly relationship: ConsoleRelationship;
  readonly target: ConsoleEntity;
}

function conditionsByColumns(
  entity: ConsoleEntity,
  row: Row,
  { relationship, target }: LinkContext,
): readonly string[] | undefined {
  const where = relationship.on.map(([from, to]) => {
    const value = row[fieldOfColumn(entity, from)?.name ?? ''];
    const field = fieldOfColumn(target, to)?.name;
    return field === undefined || value === null || value === undefined
      ? undefined
      : formatCondition({ field, operator: 'eq', value: String(value) });
  });
  return where.every((condition) => condition !== undefined) ? where : undefined;
}

/** Finds rows by the relationship in the other direction, because a filter cannot name a junction table. */
function conditionsByInverse(
  entity: ConsoleEntity,
  row: Row,
  { relationship, target }: LinkContext,
): readonly string[] | undefined {
  const inverse = target.relationships.find((other) => other.target === entity.name && isInverse(other, relationship));
  if (inverse === undefined || entity.key.length === 0) return undefined;
  const where = entity.key.map((name) => {
    const value = row[name];
    return value === null || value === undefined
      ? undefined
      : formatCondition({ field: `${inverse.name}/${name}`, operator: 'eq', value: String(value) });
  });
  return where.every((condition) => condition !== undefined) ? where : undefined;
}

/** Compares columns, too, because several relationships may use one junction table. */
const isInverse = (one: ConsoleRelationship, other: ConsoleRelationship): boolean =>
  one.through === other.through &&
  one.on.length === other.on.length &&
  one.on.every(([from, to]) => other.on.some((pair) => pair[0] === to && pair[1] === from));
