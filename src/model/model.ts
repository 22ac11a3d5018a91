import type { Action, ChangeSettings, Limits, RestMethod } from '../config/config.ts';
import type { Condition } from '../odata/expression.ts';
import type { CatalogConstraint, CatalogIndex } from './catalog.ts';
import type { ColumnCollation, ColumnType } from './catalog-column.ts';
import type { GeneratedTypes } from './generated-types.ts';

/**
 * What is served: configuration and catalog brought together, every name resolved, nothing left to look up. It is frozen; all later
 * stages share this one value.
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
  /** The roles by their names in lower case; absent where the case counts. */
  readonly roleInAnyCase?: ReadonlyMap<string, string>;
  readonly enums: readonly EnumType[];
  /** `minusOneIsMax`: a size of -1 stands for the largest. */
  readonly pageSize: { readonly default: number; readonly max: number; readonly minusOneIsMax: boolean };
  /** Whether the last page has an `endCursor`. */
  readonly cursorOnLastPage: boolean;
  /** Whether items of create mutations may hold related items. */
  readonly nestedCreate: boolean;
  /** See `Runtime`. */
  readonly forbiddenRowIsMissing: boolean;
  /** See `RestApi`. */
  readonly locatesHiddenRows: boolean;
  readonly changes: ChangeSettings;
  /** See `GraphqlApi`. */
  readonly ignoresNullOperators: boolean;
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
  /** The function or procedure that is run, where the entity is one and no table or view; its `fields` are those of what comes back. */
  readonly routine?: Routine;
  /** Exposed fields in the order of the columns. */
  readonly fields: readonly Field[];
  readonly fieldByName: ReadonlyMap<string, Field>;
  /** The same by the names that documents have for them. */
  readonly fieldByDocumentName: ReadonlyMap<string, Field>;
  /** Names that GraphQL does not allow, by the names that stand for them in documents of REST. */
  readonly shownNames: ReadonlyMap<string, string>;
  /** All fields by name, exposed or not: policies may look at each. */
  readonly allFields: ReadonlyMap<string, Field>;
  /** Key fields in key order; empty where the source has no key. Columns of a key that are not exposed are fields here too. */
  readonly key: readonly Field[];
  /** Whether the database itself lets no two rows have the same key. */
  readonly keyIsUnique: boolean;
  /** Names of the fields that `search` looks into: of texts, and of types for full-text search. Absent: every text. */
  readonly searchFields?: ReadonlySet<string>;
  /** The field that changes with every write of a row, so that its ETag needs no other; absent where there is none. */
  readonly versionField?: Field;
  /** True if no statement can read a new row again: it has no key, or a trigger sets a key that the database does not report. */
  readonly newRowIsLost?: true;
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
  /** Constraints that a change can violate, by name. */
  readonly constraints: ReadonlyMap<string, EntityConstraint>;
  /** By role, without inheritance; `roleRights` resolves it. */
  readonly rights: ReadonlyMap<string, RoleRights>;
}

/** The table or view behind an entity, or the function or procedure. */
export interface Source {
  readonly kind: 'table' | 'view';
  readonly schema: string;
  readonly name: string;
  /** Whether the database itself may change more than a statement says. */
  readonly triggers: boolean;
  /** True where reading a row evaluates expressions of the database's owner, which may fail. */
  readonly evaluates?: true;
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
  /** It is a procedure that a query or GET runs: what it changes is rolled back. */
  readonly onlyReads?: true;
  /** The root type that it stands on. */
  readonly operation: 'query' | 'mutation';
  /** Methods of REST that run it. */
  readonly methods: readonly RestMethod[];
  /** In order. */
  readonly parameters: readonly Parameter[];
  /** `maybeOne`: one row, where a row that is NULL in all columns stands for none. */
  readonly rows: 'none' | 'one' | 'maybeOne' | 'many';
  /** Whether what comes back is one value without a name of its own. */
  readonly isValue: boolean;
}

export interface Parameter {
  readonly name: string;
  /** As that of a field. */
  readonly documentName: string;
  readonly description?: string;
  readonly type: FieldType;
  /** `out`: no client gives it, though a call has to name it. `variadic`: a list of any length, empty where it is left out. */
  readonly mode: 'in' | 'inout' | 'out' | 'variadic';
  readonly required: boolean;
  /** The default of the configuration as it is written there, null included; absent where there is none. */
  readonly default?: string | number | boolean | null;
  /** Whether the database has a default for it. */
  readonly hasDefault: boolean;
}

export interface EntityNames extends ListFieldNames {
  /** The name of the entity's own type. Root fields are named by the singular, which differs where another type has that name. */
  readonly type: string;
  readonly types: GeneratedTypes;
  readonly plural: string;
  readonly one: string;
  readonly execute: string;
  readonly changes: Readonly<Record<ChangeKind, string>>;
}

/** The fields that give many rows. There is no list where the plain name is that of the connection. */
export interface ListFieldNames {
  readonly list?: string;
  readonly connection: string;
}

export interface Field {
  readonly name: string;
  /** Its name in documents: its own, or where REST alone shows it and GraphQL does not allow the name, one in its place. */
  readonly documentName: string;
  readonly column: string;
  readonly description?: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  /** True if a trigger may fill the column of a new row, or the configuration says that the database does. */
  readonly filledByDatabase?: true;
  readonly generated: 'no' | 'identity' | 'always';
  /** As of `CatalogColumn`. */
  readonly defaultSql?: string;
  readonly setByTrigger?: true;
  readonly numbersRows?: true;
  /** Whether a new row can be given a value; `overriding`: only where the statement says OVERRIDING. */
  readonly insertable: boolean | 'overriding';
  /** False for a key column that the configuration hides: usable as tie-break, never named by a client. */
  readonly exposed: boolean;
}

/** A column's type; `enumType` is set where the schema has a GraphQL enum for it. */
export interface FieldType extends ColumnType {
  readonly enumType?: EnumType;
  /** The stem of its filter input, where that is not the scalar: `Interval` for `IntervalFilterInput`. */
  readonly filterName?: string;
  /** The labels of an enum that GraphQL has as text. */
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
  /** The same in documents of REST, which always have a list. */
  readonly restFields: RelationshipFields;
  readonly link: Link;
  /**
   * How a nested row is tied to the row that brings it along: a `parent` is created first and referred to; a `child` refers to the row; a
   * row of the `junction` refers to both. Absent where the junction's rows need more values than that.
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
  /**
   * True if linked columns have different types, such as `double` and `decimal`: distinct values of one column may equal
   * a single value of the other.
   */
  readonly mixed?: true;
  readonly through?: Junction;
}

export interface Junction {
  readonly source: { readonly schema: string; readonly name: string; readonly triggers?: boolean };
  /** Name of the entity whose policies apply to the junction's rows; absent for a plain table. */
  readonly entity?: string;
  /** Pairs of source column and junction column. */
  readonly fromSource: readonly ColumnPair[];
  /** Pairs of junction column and target column. */
  readonly toTarget: readonly ColumnPair[];
  /** True if a unique key allows no second row that links the same two rows. */
  readonly unique?: true;
  /** True if an index begins with a column that refers to the source. */
  readonly indexed?: true;
}

/** Two columns that a relationship ties together. `equality` is absent if the built-in operator compares them. */
export type ColumnPair = readonly [from: string, to: string, equality?: PairEquality];

export type PairTypes = readonly [from: FieldType, to: FieldType];

export interface PairEquality {
  /** The operator that their types have in common in PostgreSQL: see `TypeOperators`. */
  readonly operator?: string;
  /** Collations of both columns if they differ: PostgreSQL has no rule by which of them to compare. */
  readonly collations?: readonly [from: ColumnCollation, to: ColumnCollation];
  /** Types of both columns if the result of plain `=` may be an error or depend on an index in MySQL or MariaDB. */
  readonly types?: PairTypes;
}

/** What one role may do with one entity. */
export type RoleRights = ReadonlyMap<Action, Right>;

export interface Right {
  /** Names of the fields that the action may touch. */
  readonly fields: ReadonlySet<string>;
  /** Which rows it may touch; absent for all. */
  readonly policy?: Condition;
}
