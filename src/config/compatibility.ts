import type { DataSource, GraphqlApi, Limits, Pagination, RestApi, Runtime } from './config.ts';
import { defaults } from './defaults.ts';

/** API options that depend on `runtime.compatibility`. */
export interface ApiStyle {
  readonly graphql: Pick<
    GraphqlApi,
    | 'naming'
    | 'plurals'
    | 'nestedCreate'
    | 'pluralIsConnection'
    | 'orderByList'
    | 'dateScalar'
    | 'byteScalar'
    | 'ignoresNullOperators'
    | 'checksAreEnums'
  >;
  readonly rest: Pick<
    RestApi,
    | 'singleItemEnvelope'
    | 'missingItemIsEmpty'
    | 'patchInserts'
    | 'namedLocation'
    | 'locatesHiddenRows'
    | 'ignoresKeyInBody'
  >;
  readonly pagination: Pick<Pagination, 'maxPageSize' | 'minusOneIsMax' | 'cursorOnLastPage'>;
  readonly limits: Pick<Limits, 'cost' | 'rows'>;
  readonly errorCodes: Runtime['errorCodes'];
  readonly forbiddenRowIsMissing: Runtime['forbiddenRowIsMissing'];
  readonly changes: Runtime['changes'];
  readonly rolesInAnyCase: boolean;
  readonly mistakes: Runtime['mistakes'];
  /** Ignored on PostgreSQL, which compares exactly. */
  readonly textEquality: DataSource['textEquality'];
}

const own: ApiStyle = {
  graphql: {
    naming: 'pascal',
    plurals: 'english',
    nestedCreate: true,
    pluralIsConnection: false,
    orderByList: true,
    dateScalar: 'Date',
    byteScalar: 'Short',
    ignoresNullOperators: false,
    checksAreEnums: true,
  },
  rest: {
    singleItemEnvelope: 'none',
    missingItemIsEmpty: false,
    patchInserts: false,
    namedLocation: false,
    locatesHiddenRows: false,
    ignoresKeyInBody: false,
  },
  pagination: { maxPageSize: 1_000, minusOneIsMax: false, cursorOnLastPage: true },
  limits: { cost: defaults.limits.cost, rows: defaults.limits.rows },
  errorCodes: 'joinery',
  forbiddenRowIsMissing: false,
  changes: { keyInUpdate: false, leftOutIsNull: false, checksNull: false, viewsByPermissions: false },
  rolesInAnyCase: false,
  mistakes: 'refuse',
  textEquality: 'exact',
};

const dab: ApiStyle = {
  graphql: {
    naming: 'as-is',
    plurals: 'humanizer',
    nestedCreate: false,
    pluralIsConnection: true,
    orderByList: false,
    dateScalar: 'DateTime',
    byteScalar: 'UnsignedByte',
    ignoresNullOperators: true,
    checksAreEnums: false,
  },
  rest: {
    singleItemEnvelope: 'value',
    missingItemIsEmpty: true,
    patchInserts: true,
    namedLocation: true,
    locatesHiddenRows: true,
    ignoresKeyInBody: true,
  },
  pagination: { maxPageSize: 100_000, minusOneIsMax: true, cursorOnLastPage: false },
  // Clients nest lists of any size; other limits apply to time and bytes.
  limits: { cost: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY },
  errorCodes: 'dab',
  forbiddenRowIsMissing: true,
  changes: { keyInUpdate: true, leftOutIsNull: true, checksNull: true, viewsByPermissions: true },
  rolesInAnyCase: true,
  mistakes: 'warn',
  textEquality: 'collation',
};

/** Returns the default style; keys of the file take precedence. */
export const styleFor = (compatibility: 'dab' | undefined): ApiStyle => (compatibility === 'dab' ? dab : own);
