import type { DataSource, GraphqlApi, Limits, Pagination, RestApi, Runtime } from './config.ts';
import { dabDefaults, defaults } from './schema/config-schema.ts';

/** Settings whose defaults depend on `runtime.compatibility`. */
export interface CompatibilitySettings {
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
    | 'locationHasKeyNames'
    | 'locatesHiddenRows'
    | 'ignoresKeyInBody'
  >;
  readonly pagination: Pick<Pagination, 'maxPageSize' | 'minusOneIsMax' | 'cursorOnLastPage'>;
  readonly limits: Pick<Limits, 'cost' | 'rows'>;
  readonly errorCodes: Runtime['errorCodes'];
  readonly forbiddenRowIsMissing: Runtime['forbiddenRowIsMissing'];
  readonly changes: Runtime['changes'];
  readonly caseInsensitiveRoles: boolean;
  readonly mistakes: Runtime['mistakes'];
  /** Ignored on PostgreSQL, which compares exactly. */
  readonly textEquality: DataSource['textEquality'];
}

const joinerySettings: CompatibilitySettings = {
  graphql: {
    naming: defaults.runtime.graphql.naming,
    plurals: 'english',
    nestedCreate: defaults.runtime.graphql['multiple-mutations'].create.enabled,
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
    locationHasKeyNames: false,
    locatesHiddenRows: false,
    ignoresKeyInBody: false,
  },
  pagination: {
    maxPageSize: defaults.runtime.pagination['max-page-size'],
    minusOneIsMax: false,
    cursorOnLastPage: true,
  },
  limits: { cost: defaults.runtime.limits.cost, rows: defaults.runtime.limits.rows },
  errorCodes: 'joinery',
  forbiddenRowIsMissing: false,
  changes: { keyInUpdate: false, omittedIsNull: false, checksNull: false, viewsByPermissions: false },
  caseInsensitiveRoles: false,
  mistakes: 'refuse',
  textEquality: defaults['data-source']['text-equality'],
};

const dabSettings: CompatibilitySettings = {
  graphql: {
    naming: dabDefaults.runtime.graphql.naming,
    plurals: 'humanizer',
    nestedCreate: dabDefaults.runtime.graphql['multiple-mutations'].create.enabled,
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
    locationHasKeyNames: true,
    locatesHiddenRows: true,
    ignoresKeyInBody: true,
  },
  pagination: {
    maxPageSize: dabDefaults.runtime.pagination['max-page-size'],
    minusOneIsMax: true,
    cursorOnLastPage: false,
  },
  // Clients of Data API builder may nest lists of any size. The limits on time and response size still apply.
  limits: { cost: dabDefaults.runtime.limits.cost, rows: dabDefaults.runtime.limits.rows },
  errorCodes: 'dab',
  forbiddenRowIsMissing: true,
  changes: { keyInUpdate: true, omittedIsNull: true, checksNull: true, viewsByPermissions: true },
  caseInsensitiveRoles: true,
  mistakes: 'warn',
  textEquality: dabDefaults['data-source']['text-equality'],
};

export const settingsFor = (compatibility: 'dab' | undefined): CompatibilitySettings =>
  compatibility === 'dab' ? dabSettings : joinerySettings;
