import type { Action, DatabaseType } from '../../config/config.ts';
import type { ChangeKind } from '../../model/model.ts';
import type { FilterOperator } from '../../scalars/operators.ts';

/** The API as one role sees it, and the rights of all roles. */
export interface ConsoleModel {
  /** Changes whenever another member changes. */
  readonly version: string;
  readonly databaseType: DatabaseType;
  /** Role that sees this model. */
  readonly role: string;
  readonly roles: readonly string[];
  /** True if callers may choose any role with `X-API-Role`, as with the provider `Simulator` in development. */
  readonly choosesRole: boolean;
  /** Absolute paths of the APIs, including a proxy's prefix; absent if disabled. */
  readonly paths: {
    readonly graphql?: string;
    readonly graphiql?: string;
    readonly rest?: string;
    readonly swaggerUi?: string;
    readonly openApi?: string;
    readonly health: string;
  };
  /** Operators by type of filter, such as `StringFilterInput`. */
  readonly filters: Readonly<Record<string, readonly FilterOperator[]>>;
  /** All entities in configuration order, even if the role cannot reach them. */
  readonly entities: readonly ConsoleEntity[];
}

/** JSON of `GET <console>/model.json`. Entities refer to `rights` by index, because most have the same rights. */
export interface PackedModel extends Omit<ConsoleModel, 'entities'> {
  readonly entities: readonly (Omit<ConsoleEntity, 'rights'> & { readonly rights: number })[];
  readonly rights: readonly ConsoleEntity['rights'][];
}

export interface ConsoleEntity {
  readonly name: string;
  readonly description?: string;
  readonly source: { readonly kind: 'table' | 'view' | 'function' | 'procedure'; readonly name: string };
  /** Names of the key fields, in order. Empty if a key field is not exposed. */
  readonly key: readonly string[];
  readonly fields: readonly ConsoleField[];
  /** Empty unless the source is a routine. */
  readonly parameters: readonly ConsoleParameter[];
  readonly relationships: readonly ConsoleRelationship[];
  /** False if the role has no REST method, and can neither list nor execute with GraphQL. */
  readonly isReachable: boolean;
  readonly rest?: {
    /** Absolute path of the collection: `/api/Order`. */
    readonly path: string;
    /** Methods that the role may use. */
    readonly collection: readonly string[];
    readonly item: readonly string[];
  };
  readonly graphql?: ConsoleRootFields;
  /** Rights, including inherited rights, by role and action. A missing action is not allowed. */
  readonly rights: Readonly<Record<string, Readonly<Partial<Record<Action, ConsoleRight>>>>>;
  readonly examples: readonly ConsoleExample[];
}

export interface ConsoleField {
  readonly name: string;
  readonly column: string;
  /** GraphQL type without `!`: `String`, `OrderStatus`, `[Int!]`. */
  readonly type: string;
  /** Scalar of the model, such as `Decimal`, for inputs and filters. */
  readonly scalar: string;
  readonly isList: boolean;
  readonly labels?: readonly string[];
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  readonly generated: 'no' | 'identity' | 'always';
  readonly description?: string;
  readonly isReadable: boolean;
  /** Type of the field's filter, such as `StringFilterInput`. */
  readonly filter: string;
  readonly isSortable: boolean;
}

export interface ConsoleParameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description?: string;
}

export interface ConsoleRelationship {
  readonly name: string;
  readonly target: string;
  readonly many: boolean;
  /** Pairs of columns. With a junction table, the pairs of both its sides. */
  readonly on: readonly (readonly [from: string, to: string])[];
  /** `schema.table` of a junction table. */
  readonly through?: string;
}

/** Root fields that the role may use. */
export interface ConsoleRootFields {
  readonly list?: string;
  readonly connection?: string;
  readonly one?: string;
  /** True if clients can subscribe to the list, the connection, and the row. */
  readonly isLive?: true;
  readonly execute?: string;
  readonly changes: Readonly<Partial<Record<ChangeKind, string>>>;
  /** Type names of the list arguments: `OrderFilterInput`, `OrderOrderByInput`. */
  readonly filterType?: string;
  readonly orderByType?: string;
}

export interface ConsoleRight {
  /** Absent if the right includes all fields. */
  readonly fields?: readonly string[];
  /** Policy as configured: `@item.status ne 'SHIPPED'`. */
  readonly policy?: string;
}

/** A request that works for the role. If `key` is present, the values of a key are missing. */
export interface ConsoleExample {
  /** For example `List rows`, `Read one row`, `Create a row`, or `Call the procedure`. */
  readonly title: string;
  /** True if the example changes data. The page asks before it runs such an example. */
  readonly isChange: boolean;
  readonly graphql?: { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> };
  /** `path` is absolute, with the query string. */
  readonly rest?: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly key?: ConsoleKeyValues;
}

/**
 * Key values that an example lacks: variables that are null, and placeholders such as `{id}` in the path. Values in the
 * path need percent-encoding. Numbers may have more digits than a double. If `graphql` and `rest` are absent, the role
 * cannot read the key.
 */
export interface ConsoleKeyValues {
  /** Names of the variables, and of the placeholders in the path. */
  readonly fields: readonly string[];
  /** Query that returns a row with these fields in `data.rows[0]` or, from a connection, in `data.rows.items[0]`. */
  readonly graphql?: { readonly query: string };
  /** Path of a GET that returns a row with these fields in `value[0]`. */
  readonly rest?: { readonly path: string };
}

/** JSON of `GET <console>/roles.json`: roles that the caller can send in `X-API-Role`. */
export interface ConsoleRoles {
  readonly roles: readonly string[];
}

/** JSON of `GET <console>/requests.json?after=<id>`: recent requests, oldest first, at most 200. */
export interface ConsoleRequests {
  readonly requests: readonly ConsoleRequest[];
}

export interface ConsoleRequest {
  /** Ascending. */
  readonly id: number;
  /** ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** Path and query, at most 500 characters. */
  readonly url: string;
  /** Absent if the request was rejected before its role was known. */
  readonly role?: string;
  readonly entities: readonly string[];
  readonly status: number;
  readonly milliseconds: number;
  readonly stages: readonly (readonly [name: string, milliseconds: number])[];
  readonly statements: number;
  /** Type, name, and root fields of a GraphQL operation: `query Orders { customers }`. At most 200 characters. */
  readonly operation?: string;
  /** GraphQL document, in development only. Absent if longer than 2,000 characters. */
  readonly document?: string;
  /** Code of an error; in development, also its message. */
  readonly error?: string;
}

/** Body of `POST <console>/explain.json?role=<role>`. The role defaults to that of the request. */
export interface ExplainRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  /** True to run the database's EXPLAIN for each statement. Allowed for queries only. */
  readonly database?: boolean;
}

export interface ConsoleExplanation {
  readonly plan: unknown;
  readonly statements: readonly {
    readonly text: string;
    readonly values: readonly unknown[];
    /** Condition; absent for an unconditional statement. */
    readonly when?: string;
    readonly databasePlan?: string;
    /** Reason why `databasePlan` is absent. */
    readonly databaseError?: string;
  }[];
}

/** JSON of `GET <console>/state.json`, for polling. A version changes whenever the data may have changed. */
export interface ConsoleState {
  /** Version of the models of all roles. */
  readonly model: string;
  /** Version of the problems, without the unexposed objects. */
  readonly problems: string;
}

/** JSON of `GET <console>/problems.json`. */
export interface ConsoleProblems {
  /** Mistakes in the configuration, and its differences from the catalog, newest first. */
  readonly problems: readonly {
    readonly time: string;
    readonly severity: 'error' | 'warning';
    /** `entities.Order.fields.0`, or the file of a mistake that `--watch` found. */
    readonly path: string;
    readonly message: string;
  }[];
  /** Tables, views, and routines of the database that no entity exposes; absent if they could not be read. */
  readonly unexposed?: readonly string[];
}
