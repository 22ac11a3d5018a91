import type { Action, ChangeSettings, Limits, RestMethod } from '../config/config.ts';
import type { Condition } from '../odata/expression.ts';
import type { CatalogConstraint, CatalogIndex } from './catalog.ts';
import type { ColumnCollation, ColumnType } from './catalog-column.ts';
import type { GeneratedTypes } from './generated-types.ts';

/** Configuration and catalog with all names resolved. Frozen; later stages share this value. */
export interface Model {
  /** In configuration order. */
  readonly entities: readonly Entity[];
  readonly byName: ReadonlyMap<string, Entity>;
  /** Root fields of queries and mutations. */
  readonly rootFields: ReadonlyMap<string, RootField>;
  /** All configured roles, `anonymous`, and `authenticated`. */
  readonly roles: ReadonlySet<string>;
  /** Roles by lower-case name; absent if roles are case-sensitive. */
  readonly roleInAnyCase?: ReadonlyMap<string, string>;
  readonly enums: readonly EnumType[];
  /** `minusOneIsMax`: a size of -1 means the maximum. */
  readonly pageSize: { readonly default: number; readonly max: number; readonly minusOneIsMax: boolean };
  /** True if the last page has an `endCursor`. */
  readonly cursorOnLastPage: boolean;
  /** True if create mutations accept related items. */
  readonly nestedCreate: boolean;
  /** See `Runtime`. */
  readonly forbiddenRowIsMissing: boolean;
  /** See `RestApi`. */
  readonly locatesHiddenRows: boolean;
  readonly changes: ChangeSettings;
  /** See `GraphqlApi`. */
  readonly ignoresNullOperators: boolean;
  /** True if `orderBy` takes a list. */
  readonly orderByList: boolean;
  readonly limits: PlanLimits;
  /** True if connections have `groupBy`. */
  readonly aggregation: boolean;
  /** True if the store returns page metadata. */
  readonly connections: boolean;
  /** JSON type of `Long` and `Decimal` in responses. */
  readonly numbers: 'number' | 'string';
}

/** Limits besides those of documents and bodies. */
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
  readonly kind: 'list' | 'connection' | 'one';
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
  /** The routine of the entity, if it is not a table or view; `fields` then describe its result. */
  readonly routine?: Routine;
  /** Exposed fields in column order. */
  readonly fields: readonly Field[];
  readonly fieldByName: ReadonlyMap<string, Field>;
  /** Fields by document name. */
  readonly fieldByDocumentName: ReadonlyMap<string, Field>;
  /** Field names that are invalid in GraphQL, by their names in REST documents. */
  readonly shownNames: ReadonlyMap<string, string>;
  /** All fields by name, including hidden ones, because policies may use any field. */
  readonly allFields: ReadonlyMap<string, Field>;
  /** Key fields in key order, including hidden ones; empty without a key. */
  readonly key: readonly Field[];
  /** True if the database enforces that keys are unique. */
  readonly keyIsUnique: boolean;
  /** Fields that `search` covers: strings and full-text types. Absent: all strings. */
  readonly searchFields?: ReadonlySet<string>;
  /** Field that changes with every write of a row, and is enough for its ETag. */
  readonly versionField?: Field;
  /**
   * True if a new row cannot be read back: it has no key, or a trigger sets a key that the database does not return.
   */
  readonly newRowIsLost?: true;
  readonly relationships: readonly Relationship[];
  readonly relationshipByName: ReadonlyMap<string, Relationship>;
  readonly graphql: EntityNames & { readonly enabled: boolean };
  readonly rest: {
    readonly enabled: boolean;
    /** Below the API path, without a leading slash: `Order`, `sales/orders`. */
    readonly path: string;
    /** True if `$expand` is allowed. */
    readonly expand: boolean;
  };
  readonly operations: ReadonlySet<Action>;
  /** Constraints that a change can violate, by name. */
  readonly constraints: ReadonlyMap<string, EntityConstraint>;
  /** By role, without inheritance, which `findRight` resolves. */
  readonly rights: ReadonlyMap<string, RoleRights>;
}

/** The table, view, or routine of an entity. */
export interface Source {
  readonly kind: 'table' | 'view';
  readonly schema: string;
  readonly name: string;
  /** True if the database may change more than the statement does. */
  readonly triggers: boolean;
  /** True if reads evaluate expressions of the database owner, which may fail. */
  readonly evaluates?: true;
  /** See `CatalogObject`. */
  readonly hasDeferredConstraints?: boolean;
  readonly indexes: readonly CatalogIndex[];
}

/** A constraint of the source or one of its partitions. */
export interface EntityConstraint {
  readonly kind: CatalogConstraint['kind'];
  /** Exposed fields that it covers. */
  readonly fields: readonly string[];
}

/** A function or procedure of the database. */
export interface Routine {
  readonly kind: 'function' | 'procedure';
  /** True if it is declared not to change data. */
  readonly readOnly: boolean;
  /** True for a procedure run by a query or GET: its changes are rolled back. */
  readonly onlyReads?: true;
  /** Root type of its field. */
  readonly operation: 'query' | 'mutation';
  /** REST methods that run it. */
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
  readonly documentName: string;
  readonly description?: string;
  readonly type: FieldType;
  /** `out`: not given by clients, but required in the call. `variadic`: a list of any length, empty if omitted. */
  readonly mode: 'in' | 'inout' | 'out' | 'variadic';
  readonly required: boolean;
  /** Configured default, which may be null; absent if none. */
  readonly default?: string | number | boolean | null;
  readonly hasDefault: boolean;
}

export interface EntityNames extends ListFieldNames {
  /** Name of the entity's type. Root fields use the singular, which differs if another type has that name. */
  readonly type: string;
  readonly types: GeneratedTypes;
  readonly plural: string;
  readonly one: string;
  readonly execute: string;
  readonly changes: Readonly<Record<ChangeKind, string>>;
}

/** Fields that return many rows. `list` is absent if the connection has the plural name. */
export interface ListFieldNames {
  readonly list?: string;
  readonly connection: string;
}

export interface Field {
  readonly name: string;
  /** Name in documents. Differs from `name` if only REST exposes the field and the name is invalid in GraphQL. */
  readonly documentName: string;
  readonly column: string;
  readonly description?: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  /** True if a trigger may fill the column of a new row, or the configuration says so. */
  readonly filledByDatabase?: true;
  readonly generated: 'no' | 'identity' | 'always';
  /** See `CatalogColumn`. */
  readonly defaultSql?: string;
  readonly setByTrigger?: true;
  readonly numbersRows?: true;
  /** Whether inserts can set the column; `overriding`: only with OVERRIDING. */
  readonly insertable: boolean | 'overriding';
  /** False for a hidden key column: usable as a tie-break, but not by clients. */
  readonly exposed: boolean;
}

export interface FieldType extends ColumnType {
  readonly enumType?: EnumType;
  /** Prefix of the filter input if it is not the scalar: `Interval` for `IntervalFilterInput`. */
  readonly filterName?: string;
  /** Labels of an enum shown as text. */
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
  readonly documentName: string;
  readonly description?: string;
  /** Name of the target entity. */
  readonly target: string;
  readonly many: boolean;
  /** Its GraphQL fields with their result kinds. */
  readonly fields: RelationshipFields;
  /** Its fields in REST documents, which always have a list. */
  readonly restFields: RelationshipFields;
  readonly link: Link;
  /**
   * Link of a nested row: a `parent` is created first and referenced; a `child` references the row; a `junction` row
   * references both. Absent if junction rows need more values.
   */
  readonly nesting?: 'parent' | 'child' | 'junction';
}

export type RelationshipFields = ReadonlyMap<string, 'one' | 'list' | 'connection'>;

/** Join columns of a relationship, by database name. */
export interface Link {
  /** Source and target columns, without a junction. */
  readonly on: readonly ColumnPair[];
  /** True if the target columns are a key of the target, so at most one row matches. */
  readonly unique: boolean;
  /**
   * True if join columns differ in type, such as `double` and `decimal`: distinct values of one column may equal a
   * single value of the other.
   */
  readonly mixed?: true;
  readonly through?: Junction;
}

export interface Junction {
  readonly source: { readonly schema: string; readonly name: string; readonly triggers?: boolean };
  /** Entity whose policies apply to junction rows; absent for a plain table. */
  readonly entity?: string;
  readonly fromSource: readonly ColumnPair[];
  readonly toTarget: readonly ColumnPair[];
  /** True if a unique key prevents duplicate links. */
  readonly unique?: true;
  /** True if an index begins with a column that references the source. */
  readonly indexed?: true;
}

/** Joined columns. `equality` is absent if the built-in operator compares them. */
export type ColumnPair = readonly [from: string, to: string, equality?: PairEquality];

export type PairTypes = readonly [from: FieldType, to: FieldType];

export interface PairEquality {
  /** Common PostgreSQL operator of both types: see `TypeOperators`. */
  readonly operator?: string;
  /** Collations of both columns if they differ: PostgreSQL cannot choose between them. */
  readonly collations?: readonly [from: ColumnCollation, to: ColumnCollation];
  /** Types of both columns if plain `=` may fail or depend on an index in MySQL or MariaDB. */
  readonly types?: PairTypes;
}

export type RoleRights = ReadonlyMap<Action, Right>;

export interface Right {
  /** Fields that the action may use. */
  readonly fields: ReadonlySet<string>;
  /** Rows that it may access; absent for all. */
  readonly policy?: Condition;
}
