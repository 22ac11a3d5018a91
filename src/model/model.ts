import type { Action, ChangeSettings, Limits, RestMethod } from '../config/config.ts';
import type { Condition } from '../odata/expression.ts';
import type { CatalogConstraint, CatalogIndex } from './catalog.ts';
import type { ColumnType } from './catalog-column.ts';

/**
 * What is served: configuration and catalog brought together, every name resolved, nothing left to look up. Frozen; the
 * one value that all later stages share.
 */
export interface Model {
  /** In the order of the configuration. */
  readonly entities: readonly Entity[];
  /** By name; holds the same objects as `entities`. */
  readonly byName: ReadonlyMap<string, Entity>;
  /** By root field, of queries and of mutations; see `RootField`. */
  readonly rootFields: ReadonlyMap<string, RootField>;
  /** Every role that the configuration names, `anonymous` and `authenticated` always among them. */
  readonly roles: ReadonlySet<string>;
  /** Each of them by its name in lower case; absent where the case counts. */
  readonly roleInAnyCase?: ReadonlyMap<string, string>;
  readonly enums: readonly EnumType[];
  /** `minusOneIsMax`: a size of -1 stands for the largest. */
  readonly pageSize: { readonly default: number; readonly max: number; readonly minusOneIsMax: boolean };
  /** Whether a page after which there is none has an `endCursor`. */
  readonly cursorOnLastPage: boolean;
  /** Whether items of create mutations may hold related items. */
  readonly nestedCreate: boolean;
  /** See `Runtime`. */
  readonly forbiddenRowIsMissing: boolean;
  readonly changes: ChangeSettings;
  /** Whether `orderBy` takes a list. */
  readonly orderByList: boolean;
  readonly limits: PlanLimits;
  /** Whether connections have `groupBy`. */
  readonly aggregation: boolean;
  /** Whether the store gives pages with facts about them. */
  readonly connections: boolean;
  /** How `Long` and `Decimal` are written into answers. */
  readonly numbers: 'number' | 'string';
}

/** Bounds that hold beside those of documents and bodies. */
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

/** Runs the entity's function or procedure. */
export interface CallField {
  readonly kind: 'execute';
  readonly entity: Entity;
}

export interface ChangeField {
  readonly kind: ChangeKind;
  readonly entity: Entity;
}

/** What the fields of the mutation root do. */
export type ChangeKind = 'create' | 'createMany' | 'update' | 'updateMany' | 'replace' | 'delete' | 'deleteMany';

export interface Entity {
  readonly name: string;
  readonly description?: string;
  readonly source: Source;
  /** What is run, where the entity is no rows but a function or procedure; `fields` are those of what comes back then. */
  readonly routine?: Routine;
  /** Exposed fields in the order of the columns. */
  readonly fields: readonly Field[];
  readonly fieldByName: ReadonlyMap<string, Field>;
  /** The same by what documents call them. */
  readonly fieldByDocumentName: ReadonlyMap<string, Field>;
  /** Names that GraphQL does not allow, by the response keys that stand for them in documents of REST. */
  readonly shownNames: ReadonlyMap<string, string>;
  /** Exposed or not, by name: what policies may look at. */
  readonly allFields: ReadonlyMap<string, Field>;
  /** Key fields in key order; empty where the source has no key. Columns of a key that are not exposed are fields here too. */
  readonly key: readonly Field[];
  /** Whether the database itself lets no two rows have the same key. */
  readonly keyIsUnique: boolean;
  /** Names of the fields that `search` looks into, texts and what full-text search looks into; absent: every text. */
  readonly searchFields?: ReadonlySet<string>;
  /** Changes with every write of a row, so that its ETag needs no other field; absent: no such field. */
  readonly versionField?: Field;
  readonly relationships: readonly Relationship[];
  readonly relationshipByName: ReadonlyMap<string, Relationship>;
  readonly graphql: EntityNames & { readonly enabled: boolean };
  readonly rest: {
    readonly enabled: boolean;
    /** Below the path of the API, without a slash in front: `Order`, `sales/orders`. */
    readonly path: string;
    /** Whether `$expand` may bring related items along. */
    readonly expand: boolean;
  };
  readonly operations: ReadonlySet<Action>;
  /** What a change can violate by name. */
  readonly constraints: ReadonlyMap<string, EntityConstraint>;
  /** By role, without inheritance; `roleRights` resolves it. */
  readonly rights: ReadonlyMap<string, RoleRights>;
}

/** The table or view behind an entity; of a function or procedure, where it lies. */
export interface Source {
  readonly kind: 'table' | 'view';
  readonly schema: string;
  readonly name: string;
  /** Whether the database itself may change more than a statement says. */
  readonly triggers: boolean;
  /** See `CatalogObject`. */
  readonly hasDeferredConstraints?: boolean;
  readonly indexes: readonly CatalogIndex[];
}

/** A constraint of the source, or of a partition of it. */
export interface EntityConstraint {
  readonly kind: CatalogConstraint['kind'];
  /** Names of the exposed fields that it is about. */
  readonly fields: readonly string[];
}

/** A function or procedure of the database. */
export interface Routine {
  readonly kind: 'function' | 'procedure';
  /** Whether it is declared to change nothing. */
  readonly readOnly: boolean;
  /** The root type that it stands on. */
  readonly operation: 'query' | 'mutation';
  /** Methods of REST that run it. */
  readonly methods: readonly RestMethod[];
  /** In order. */
  readonly parameters: readonly Parameter[];
  /** `maybeOne`: a row of NULL alone stands for none. */
  readonly rows: 'none' | 'one' | 'maybeOne' | 'many';
  /** Whether what comes back is one value, which needs to be given its name. */
  readonly isValue: boolean;
}

export interface Parameter {
  readonly name: string;
  /** As that of a field. */
  readonly documentName: string;
  readonly description?: string;
  readonly type: FieldType;
  /** `out`: nobody gives it, though a call has to name it; `variadic`: a list of any length, empty where it is left out. */
  readonly mode: 'in' | 'inout' | 'out' | 'variadic';
  readonly required: boolean;
  /** What the configuration fills in, null included, as it is written there; absent where it says nothing. */
  readonly default?: string | number | boolean | null;
  /** Whether the database fills it in. */
  readonly hasDefault: boolean;
}

export interface EntityNames extends ManyNames {
  readonly type: string;
  /** What the names of generated types are made from: `type`, unless one of them would be another's. */
  readonly stem: string;
  readonly plural: string;
  readonly one: string;
  readonly execute: string;
  readonly changes: Readonly<Record<ChangeKind, string>>;
}

/** The fields that give many rows; there is no list where the plain name is the connection's. */
export interface ManyNames {
  readonly list?: string;
  readonly connection: string;
}

export interface Field {
  readonly name: string;
  /** What documents call it: its name, or one that GraphQL allows, where REST alone shows it. */
  readonly documentName: string;
  readonly column: string;
  readonly description?: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  readonly generated: 'no' | 'identity' | 'always';
  /** Whether a new row can be given a value: by itself, or `overriding` what the database would make always. */
  readonly insertable: boolean | 'overriding';
  /** False for a key column that the configuration hides: usable as tie-break, never named by a client. */
  readonly exposed: boolean;
}

/** A column's type; `enumType` is set where the schema has a GraphQL enum for it. */
export interface FieldType extends ColumnType {
  readonly enumType?: EnumType;
  /** What its filter input is called after, where that is not the scalar: `Interval`. */
  readonly filterName?: string;
  /** What an enum takes that GraphQL has as text. */
  readonly labels?: readonly string[];
}

export interface EnumType {
  readonly name: string;
  readonly labels: readonly string[];
  readonly description?: string;
}

export interface Relationship {
  readonly name: string;
  /** As that of a field. */
  readonly documentName: string;
  readonly description?: string;
  /** Name of the entity it leads to. */
  readonly target: string;
  readonly many: boolean;
  /** The fields that follow it, and what each gives. */
  readonly fields: RelationshipFields;
  /** The same in documents that REST is answered by, which need a list whatever clients of GraphQL have. */
  readonly restFields: RelationshipFields;
  readonly link: Link;
  /**
   * How a row that is created along it is tied: a `parent` is there first, and referred to; a `child` refers; a row of the `junction`
   * refers to both. Absent where the junction's rows need more than that.
   */
  readonly nesting?: 'parent' | 'child' | 'junction';
}

export type RelationshipFields = ReadonlyMap<string, 'one' | 'list' | 'connection'>;

/** How the rows of a relationship hang on a row: column names of the database. */
export interface Link {
  /** Without a junction: pairs of source column and target column. */
  readonly on: readonly ColumnPair[];
  /** True where the target columns are a key of the target, so that at most one row can match. */
  readonly unique: boolean;
  readonly through?: Junction;
}

export interface Junction {
  readonly source: { readonly schema: string; readonly name: string };
  /** Name of the entity whose policies apply to the junction's rows; absent for a plain table. */
  readonly entity?: string;
  /** Pairs of source column and junction column. */
  readonly fromSource: readonly ColumnPair[];
  /** Pairs of junction column and target column. */
  readonly toTarget: readonly ColumnPair[];
}

export type ColumnPair = readonly [from: string, to: string];

/** What one role may do with one entity. */
export type RoleRights = ReadonlyMap<Action, Right>;

export interface Right {
  /** Names of the fields that the action may touch. */
  readonly fields: ReadonlySet<string>;
  /** Which rows it may touch; absent for all. */
  readonly policy?: Condition;
}
