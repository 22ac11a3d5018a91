import { invariant } from '../../base/invariant.ts';
import type {
  ActionConfig,
  EntityConfig,
  FieldConfig,
  KeyColumns,
  PermissionConfig,
  RelationshipConfig,
} from '../config.ts';
import {
  actionsOf,
  type ColumnSettings,
  columnsOf,
  graphqlSettings,
  keyFieldsOf,
  parametersOf,
  restSettings,
  sourceKind,
} from '../entity-settings.ts';
import {
  type ActionFile,
  type ColumnMap,
  type EntityFile,
  entityDefaults,
  type PermissionFile,
  type RelationshipFile,
  type SourceKind,
} from '../schema/config-schema.ts';
import { ACTIONS } from '../schema/entity.ts';

interface EntityContext {
  readonly expand: boolean;
  readonly roleOf: (role: string) => string;
}

export function buildEntity(name: string, written: EntityFile, { expand, roleOf }: EntityContext): EntityConfig {
  const { description, source, operations, search, permissions = [], relationships = {} } = written;
  const kind = sourceKind(written);
  const keyFields = keyFieldsOf(written);
  const versionField = written['version-field'];
  return {
    name,
    ...(description !== undefined && { description }),
    source: {
      object: typeof source === 'string' ? source : source.object,
      kind,
      parameters: parametersOf(written),
      ...(typeof source === 'object' &&
        source['result-columns'] !== undefined && { resultColumns: source['result-columns'] }),
    },
    ...(keyFields.length > 0 && { keyFields }),
    fields: new Map(columnsOf(written).map((column) => [column.name, buildField(column)])),
    expose: { exclude: [], ...written.expose },
    ...(operations && { operations }),
    rest: restSettings(name, written, expand),
    graphql: graphqlSettings(written),
    cacheControl: buildCacheControl(written['cache-control']),
    ...(search && { search }),
    ...(versionField !== undefined && { versionField }),
    identityInsert: written['identity-insert'] ?? entityDefaults['identity-insert'],
    audit: buildAudit(written.audit),
    relationships: Object.entries(relationships).map(([key, relationship]) => buildRelationship(key, relationship)),
    permissions: permissions.map((permission) => ({
      ...buildPermission(permission, kind),
      role: roleOf(permission.role),
    })),
  };
}

const buildField = ({ alias, description, type, filledByDatabase }: ColumnSettings): FieldConfig => ({
  ...(alias !== undefined && { alias }),
  ...(description !== undefined && { description }),
  ...(type !== undefined && { type }),
  ...(filledByDatabase && { filledByDatabase }),
});

const buildCacheControl = (written: EntityFile['cache-control']): EntityConfig['cacheControl'] => ({
  ...entityDefaults['cache-control'],
  ...(typeof written === 'string' ? { anonymous: written } : written),
});

function buildAudit(written: EntityFile['audit']): EntityConfig['audit'] {
  const defaults = entityDefaults.audit;
  if (typeof written === 'boolean' || written === undefined) {
    return { actions: written === false ? [] : ACTIONS, includeValues: defaults['include-values'] };
  }
  return {
    actions: written.actions ?? ACTIONS,
    includeValues: written['include-values'] ?? defaults['include-values'],
  };
}

type Pairs = readonly (readonly [string, string])[];

export function buildRelationship(name: string, written: RelationshipFile): RelationshipConfig {
  const { description } = written;
  return {
    name,
    ...(written.cardinality === undefined ? fromShort(written) : fromLegacy(written)),
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

function fromLegacy(written: RelationshipFile): Link {
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

function keyColumns(junction: readonly string[] = [], entity: readonly string[] = []): KeyColumns | undefined {
  if (junction.length > 0) return { side: 'junction', columns: junction };
  return entity.length > 0 ? { side: 'entity', columns: entity } : undefined;
}

function targetOf(target: string | undefined): string {
  invariant(target !== undefined, 'a checked relationship has a target');
  return target;
}

const pairsOf = (columns: ColumnMap): Pairs => Object.entries(columns);

/** Pairs columns by position. Returns undefined if no columns are configured; foreign keys then define the pairs. */
function zip(left: readonly string[] = [], right: readonly string[] = []): Pairs | undefined {
  const pairs = left.flatMap((from, index) => {
    const to = right[index];
    return to === undefined ? [] : [[from, to] as const];
  });
  return pairs.length > 0 ? pairs : undefined;
}

function buildPermission({ role, actions }: PermissionFile, kind: SourceKind): PermissionConfig {
  const list: readonly ActionFile[] = actions === '*' ? [actions] : actions;
  const rights = list.flatMap((written) => {
    const { action, ...limits } = typeof written === 'string' ? { action: written } : written;
    const right = buildRight(limits);
    return (action === '*' ? actionsOf(kind) : [action]).map((single) => ({ action: single, ...right }));
  });
  return { role, actions: rights };
}

type ActionLimits = Omit<Exclude<ActionFile, string>, 'action'>;

/**
 * Expands `*`. In `include` it stands for all fields, like an absent `include`. In `exclude` it excludes all fields.
 */
function buildRight({ fields = {}, policy }: ActionLimits): Omit<ActionConfig, 'action'> {
  const { include, exclude = [] } = fields;
  const rows = policy?.database === undefined ? {} : { policy: policy.database };
  if (exclude.includes('*')) return { include: [], exclude: [], ...rows };
  return { ...(include && !include.includes('*') && { include }), exclude, ...rows };
}
