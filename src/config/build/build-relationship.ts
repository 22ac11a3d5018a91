import { invariant } from '../../base/invariant.ts';
import type { KeyColumns, RelationshipConfig } from '../config.ts';
import type { ColumnMap, RelationshipFile } from '../config-file.ts';

type Pairs = readonly (readonly [string, string])[];

/** One relationship, from either of its two spellings. */
export function buildRelationship(name: string, written: RelationshipFile): RelationshipConfig {
  const { description } = written;
  return {
    name,
    ...(written.cardinality === undefined ? fromShort(written) : fromLong(written)),
    ...(description !== undefined && { description }),
  };
}

type Link = Omit<RelationshipConfig, 'name' | 'description'>;

function fromShort({ hasMany, hasOne, belongsTo, on, through }: RelationshipFile): Link {
  const kind = hasMany !== undefined ? 'hasMany' : hasOne !== undefined ? 'hasOne' : 'belongsTo';
  const junction = typeof through === 'string' ? { object: through } : through;
  return {
    kind,
    target: targetOf(hasMany ?? hasOne ?? belongsTo),
    ...(on && { on: pairsOf(on) }),
    ...(junction && {
      through: {
        object: junction.object,
        ...(junction.sourceOn && { sourceOn: pairsOf(junction.sourceOn) }),
        ...(junction.targetOn && { targetOn: pairsOf(junction.targetOn) }),
      },
    }),
  };
}

function fromLong(written: RelationshipFile): Link {
  const { 'source.fields': source, 'target.fields': target, 'linking.object': object } = written;
  const link = {
    kind: written.cardinality === 'many' ? 'hasMany' : 'one',
    target: targetOf(written['target.entity']),
  } as const;
  if (object === undefined) {
    const on = zip(source, target);
    return { ...link, ...(on && { on }) };
  }
  const { 'linking.source.fields': linkingSource, 'linking.target.fields': linkingTarget } = written;
  const sourceOn = zip(source, linkingSource);
  const targetOn = zip(linkingTarget, target);
  const sourceKey = sourceOn === undefined ? keyColumns(linkingSource, source) : undefined;
  const targetKey = targetOn === undefined ? keyColumns(linkingTarget, target) : undefined;
  return {
    ...link,
    through: {
      object,
      ...(sourceOn && { sourceOn }),
      ...(targetOn && { targetOn }),
      ...(sourceKey && { sourceKey }),
      ...(targetKey && { targetKey }),
    },
  };
}

/** The columns of one side of a junction, where only that side is given. */
function keyColumns(junction: readonly string[] = [], entity: readonly string[] = []): KeyColumns | undefined {
  if (junction.length > 0) return { side: 'junction', columns: junction };
  return entity.length > 0 ? { side: 'entity', columns: entity } : undefined;
}

function targetOf(target: string | undefined): string {
  invariant(target !== undefined, 'a checked relationship has a target');
  return target;
}

const pairsOf = (columns: ColumnMap): Pairs => Object.entries(columns);

/** Pairs by position. Undefined where the lists are empty or not given: then foreign keys decide. */
function zip(left: readonly string[] = [], right: readonly string[] = []): Pairs | undefined {
  const pairs = left.flatMap((from, index) => {
    const to = right[index];
    return to === undefined ? [] : [[from, to] as const];
  });
  return pairs.length > 0 ? pairs : undefined;
}
