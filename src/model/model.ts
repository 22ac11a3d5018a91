import type { Action, ChangeSettings, Limits, RestMethod } from '../config/config.ts';
import type { Condition } from '../odata/expression.ts';
import type { CatalogConstraint, CatalogIndex } from './catalog.ts';
import type { ColumnCollation, ColumnType } from './catalog-column.ts';
import type { GeneratedTypes } from './generated-types.ts';

/** Configuration and catalog with resolved names. Frozen, and shared by all requests. */
export interface Model {
  readonly entities: readonly Entity[];
  readonly byName: ReadonlyMap<string, Entity>;
  readonly rootFields: ReadonlyMap<string, RootField>;
  /** All roles, including `anonymous` and `authenticated`. */
  readonly roles: ReadonlySet<string>;
  /** Role names by their lower-case form. Absent if role names are case-sensitive. */
  readonly roleByLowerCase?: ReadonlyMap<string, string>;
  readonly enums: readonly EnumType[];
  /** `minusOneIsMax`: a size of -1 means the maximum. */
  readonly pageSize: { readonly default: number; readonly max: number; readonly minusOneIsMax: boolean };
  readonly cursorOnLastPage: boolean;
  readonly nestedCreate: boolean;
  /** See `Runtime`. */
  readonly forbiddenRowIsMissing: boolean;
  /** See `RestApi`. */
  readonly locatesHiddenRows: boolean;
  readonly changes: ChangeSettings;
  /** See `GraphqlApi`. */
  readonly ignoresNullOperators: boolean;
  readonly orderByList: boolean;
  readonly limits: PlanLimits;
  readonly aggregation: boolean;
  readonly connections: boolean;
  readonly numbers: 'number' | 'string';
}

export type PlanLimits = Pick<
  Limits,
  | 'inValues'
  | 'filterNodes'
  | 'orderTerms'
  | 'searchWords'
  | 'patternLength'
  | 'cursorBytes'
  | 'newRows'
  | 'fields'
  | 'tokens'
  | 'jsonDepth'
  | 'rows'
  | 'depth'
>;

export type RootField = ReadField | ChangeField | CallField;

export interface ReadField {
  /** Only the subscription type has streams. */
  readonly kind: 'list' | 'connection' | 'one' | 'stream';
  readonly entity: Entity;
}

export interface CallField {
  readonly kind: 'execute';
  readonly entity: Entity;
}

export interface ChangeField {
  readonly kind: ChangeKind;
  readonly entity: Entity;
}

export type ChangeKind = 'create' | 'createMany' | 'update' | 'updateMany' | 'replace' | 'delete' | 'deleteMany';

export interface Entity {
  readonly name: string;
  readonly description?: string;
  readonly source: Source;
  /** Set for a function or procedure; `fields` then describe its result. */
  readonly routine?: Routine;
  /** Exposed fields, in column order. */
  readonly fields: readonly Field[];
  readonly fieldByName: ReadonlyMap<string, Field>;
  readonly fieldByGraphqlName: ReadonlyMap<string, Field>;
  /** Names that GraphQL does not allow, keyed by their replacements in REST documents. */
  readonly originalNames: ReadonlyMap<string, string>;
  /** All fields by name, including hidden fields, which policies may use. */
  readonly allFields: ReadonlyMap<string, Field>;
  /** Fields in key order, including hidden fields; empty without a key. */
  readonly key: readonly Field[];
  readonly keyIsUnique: boolean;
  /** Fields that `search` covers. If absent, `search` covers all string fields. */
  readonly searchFields?: ReadonlySet<string>;
  /** Field that changes with every write, so the ETag needs no other field. */
  readonly versionField?: Field;
  /** True if a new row cannot be read back: it has no key, or a trigger sets the key. */
  readonly newRowIsLost?: true;
  readonly relationships: readonly Relationship[];
  readonly relationshipByName: ReadonlyMap<string, Relationship>;
  /** `live`: true if the subscription type has the entity. */
  readonly graphql: EntityNames & { readonly enabled: boolean; readonly live: boolean };
  readonly rest: {
    readonly enabled: boolean;
    /** Path without a leading slash: `Order`, `sales/orders`. */
    readonly path: string;
    readonly expand: boolean;
  };
  readonly operations: ReadonlySet<Action>;
  readonly constraints: ReadonlyMap<string, EntityConstraint>;
  /** Rights by role, without inherited rights; see `findRight`. */
  readonly rights: ReadonlyMap<string, RoleRights>;
}

export interface Source {
  readonly kind: 'table' | 'view';
  readonly schema: string;
  readonly name: string;
  readonly triggers: boolean;
  /** True if reads evaluate the owner's expressions, which may fail. */
  readonly evaluates?: true;
  /** See `CatalogObject`. */
  readonly hasDeferredConstraints?: boolean;
  readonly indexes: readonly CatalogIndex[];
}

/** A constraint of the source, or of one of its partitions. */
export interface EntityConstraint {
  readonly kind: CatalogConstraint['kind'];
  readonly fields: readonly string[];
}

export interface Routine {
  readonly kind: 'function' | 'procedure';
  readonly readOnly: boolean;
  /** True for a procedure run by a query or GET: its changes are rolled back. */
  readonly onlyReads?: true;
  readonly operation: 'query' | 'mutation';
  readonly methods: readonly RestMethod[];
  readonly parameters: readonly Parameter[];
  /** `maybeOne`: one row; NULL in all columns means no row. */
  readonly rows: 'none' | 'one' | 'maybeOne' | 'many';
  /** True for a single unnamed value. */
  readonly isValue: boolean;
}

export interface Parameter {
  readonly name: string;
  /** See `Field`. */
  readonly graphqlName: string;
  readonly description?: string;
  readonly type: FieldType;
  /** `out`: part of the call, but clients send no value. `variadic`: a list, empty if omitted. */
  readonly mode: 'in' | 'inout' | 'out' | 'variadic';
  readonly required: boolean;
  /** Default from the configuration, which may be null. */
  readonly default?: string | number | boolean | null;
  readonly hasDefault: boolean;
}

export interface EntityNames extends ListFieldNames {
  /** Differs from the singular if another type has that name. */
  readonly type: string;
  readonly types: GeneratedTypes;
  readonly plural: string;
  readonly one: string;
  readonly stream: string;
  readonly execute: string;
  readonly changes: Readonly<Record<ChangeKind, string>>;
}

/** Names of the root fields that return rows. `list` is absent if the connection has the plural name. */
export interface ListFieldNames {
  readonly list?: string;
  readonly connection: string;
}

export interface Field {
  readonly name: string;
  /** Differs from `name` if only REST exposes the field and GraphQL does not allow the name. */
  readonly graphqlName: string;
  readonly column: string;
  readonly description?: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  /** True if a trigger may fill the column, or if the configuration marks the field. */
  readonly optionalOnInsert?: true;
  readonly generated: 'no' | 'identity' | 'always';
  /** See `CatalogColumn`. */
  readonly defaultSql?: string;
  readonly triggerMayChangeKey?: true;
  readonly isAutoIncrement?: true;
  /** `overriding`: an insert needs OVERRIDING to assign the column. */
  readonly insertable: boolean | 'overriding';
  /** False for a column that `expose` hides. Policies may use it, and cursors if it is in the key. */
  readonly exposed: boolean;
}

export interface FieldType extends ColumnType {
  readonly enumType?: EnumType;
  /** Name of the filter type without its suffix: `Interval` for `IntervalFilterInput`. Absent for a scalar. */
  readonly filterName?: string;
  readonly labels?: readonly string[];
}

export interface EnumType {
  readonly name: string;
  readonly labels: readonly string[];
  readonly description?: string;
}

export interface Relationship {
  readonly name: string;
  /** See `Field`. */
  readonly graphqlName: string;
  readonly description?: string;
  readonly target: string;
  readonly many: boolean;
  readonly fields: RelationshipFields;
  /** Like `fields`, but in REST documents, which always have a list. */
  readonly restFields: RelationshipFields;
  readonly link: Link;
  /**
   * Order of nested creation. `parent`: the target is created first, because this row refers to it. `child`: the target
   * refers to this row. `junction`: a junction row refers to both. Absent if new rows cannot be nested.
   */
  readonly nesting?: 'parent' | 'child' | 'junction';
}

export type RelationshipFields = ReadonlyMap<string, 'one' | 'list' | 'connection'>;

export interface Link {
  /** Column pairs of a direct link. Empty if the link has a junction table. */
  readonly on: readonly ColumnPair[];
  readonly unique: boolean;
  /**
   * True if the types differ, such as `double` and `decimal`. Several values of one column may then equal the same
   * value of the other.
   */
  readonly mixed?: true;
  readonly through?: JunctionTable;
}

export interface JunctionTable {
  readonly source: { readonly schema: string; readonly name: string; readonly triggers?: boolean };
  /** Entity of the junction table, whose policies apply. Absent if the configuration names only the table. */
  readonly entity?: string;
  readonly fromSource: readonly ColumnPair[];
  readonly toTarget: readonly ColumnPair[];
  readonly unique?: true;
  /** True if an index begins with a column that refers to the source. */
  readonly indexed?: true;
}

/** Two columns that a link compares. `equality` is absent if the built-in operator compares them. */
export type ColumnPair = readonly [from: string, to: string, equality?: PairEquality];

export type PairTypes = readonly [from: FieldType, to: FieldType];

export interface PairEquality {
  /** See `TypeOperators`. */
  readonly operator?: string;
  /** Set if the collations differ, because PostgreSQL cannot choose between them. */
  readonly collations?: readonly [from: ColumnCollation, to: ColumnCollation];
  /** Set if a plain `=` may fail or not use an index in MySQL or MariaDB. */
  readonly types?: PairTypes;
}

export type RoleRights = ReadonlyMap<Action, Right>;

export interface Right {
  readonly fields: ReadonlySet<string>;
  /** Absent for all rows. */
  readonly policy?: Condition;
}
