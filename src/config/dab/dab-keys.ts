export interface DabKey {
  /** `<name>` matches any name, `[]` each list item; keys with dots are quoted. */
  readonly key: string;
  /** Also applies to nested keys if ignored or refused. */
  readonly treatment: 'honoured' | 'ignored' | 'refused';
  /** For honored keys: differences, or empty. */
  readonly reason: string;
  /** Affected values; absent: all. */
  readonly values?: readonly string[];
  /** True if reported even when the value disables the feature. */
  readonly reportWhenDisabled?: true;
}

const honoured = (key: string, reason = ''): DabKey => ({ key, treatment: 'honoured', reason });
const ignored = (key: string, reason: string): DabKey => ({ key, treatment: 'ignored', reason });
const refused = (key: string, reason: string): DabKey => ({ key, treatment: 'refused', reason });

const NO_CACHE = 'Answers are not cached here; "cache-control" of an entity tells the caches around the service.';
const NO_MCP = 'There is no MCP endpoint.';
const HEALTH =
  'GET /health is always there, asks the database with every call, and tells nobody more than whether the database answers and the service is ready.';
const NO_COSMOS = 'Document databases are not served yet.';

/** In the order of Data API builder's documentation. */
export const dabKeys: readonly DabKey[] = [
  honoured('$schema'),
  honoured('data-source', 'May be left out beside `data-source-files`.'),
  honoured('data-source.database-type', '`mariadb` besides.'),
  { ...refused('data-source.database-type', NO_COSMOS), values: ['cosmosdb_nosql', 'cosmosdb_postgresql'] },
  {
    ...refused('data-source.database-type', 'SQL data warehouses are not served yet.'),
    values: ['dwsql'],
  },
  honoured('data-source.connection-string', 'A URL besides. `DAB_CONNSTRING` wins over it.'),
  refused('data-source.options.database', NO_COSMOS),
  refused('data-source.options.container', NO_COSMOS),
  refused('data-source.options.schema', NO_COSMOS),
  honoured(
    'data-source.options.set-session-context',
    'On `mssql`; elsewhere the service says once that it is ignored. Set with each statement, and cleared behind it.',
  ),
  { ...ignored('data-source.health', HEALTH), reportWhenDisabled: true },
  refused(
    'data-source.user-delegated-auth',
    'Every caller would share the rights that the service has in the database; say them as permissions and policies.',
  ),
  honoured(
    'data-source-files',
    'Where all files name one database, else refused; a file that is missing is a mistake.',
  ),

  honoured('runtime.pagination.max-page-size', '1,000 where it is not given; 100,000 with `compatibility`.'),
  honoured('runtime.pagination.default-page-size'),
  honoured('runtime.pagination.next-link-relative'),
  honoured('runtime.rest'),
  honoured('runtime.rest.path'),
  honoured('runtime.rest.enabled'),
  honoured('runtime.rest.request-body-strict', '`true` where it is not given, as Data API builder does.'),
  honoured('runtime.graphql'),
  honoured('runtime.graphql.path'),
  honoured('runtime.graphql.enabled'),
  honoured('runtime.graphql.allow-introspection'),
  honoured('runtime.graphql.depth-limit', '10 where it is not given.'),
  honoured('runtime.graphql.enable-aggregation'),
  honoured(
    'runtime.graphql.multiple-mutations.create.enabled',
    '`true` where it is not given; `false` with `compatibility`.',
  ),
  ignored('runtime.mcp', NO_MCP),
  honoured('runtime.host.mode'),
  honoured('runtime.host.max-response-size-mb', '64 MB where it is not given.'),
  honoured('runtime.host.cors.origins'),
  honoured('runtime.host.cors.allow-credentials'),
  honoured('runtime.host.authentication.provider', 'A provider of another name is a mistake; write `Custom`.'),
  honoured('runtime.host.authentication.jwt.audience'),
  honoured('runtime.host.authentication.jwt.issuer'),
  honoured('runtime.base-route', 'With every provider.'),
  ignored('runtime.cache', NO_CACHE),
  honoured('runtime.compression.level', 'Answers below 1 KiB are sent as they are.'),
  ignored('runtime.telemetry', 'The log is written to standard error, at one level; hand it on from there.'),
  { ...ignored('runtime.health', HEALTH), reportWhenDisabled: true },
  ignored('runtime.embeddings', 'There are no embeddings.'),

  ignored('azure-key-vault', "Hand secrets over as environment variables; `@akv('…')` is refused."),
  ignored('autoentities', 'Entities are those that are written; nothing is published that nobody named.'),

  honoured('entities'),
  honoured('entities.<name>.description'),
  honoured('entities.<name>.source'),
  honoured('entities.<name>.source.type'),
  honoured('entities.<name>.source.object'),
  honoured('entities.<name>.source.parameters', 'Both spellings.'),
  honoured('entities.<name>.source.parameters[].name'),
  honoured('entities.<name>.source.parameters[].required'),
  honoured('entities.<name>.source.parameters[].default'),
  honoured('entities.<name>.source.parameters[].description'),
  honoured('entities.<name>.source.key-fields'),
  honoured('entities.<name>.fields'),
  honoured('entities.<name>.fields[].name'),
  honoured('entities.<name>.fields[].alias'),
  honoured('entities.<name>.fields[].description'),
  honoured('entities.<name>.fields[].primary-key'),
  honoured('entities.<name>.mappings'),
  honoured('entities.<name>.rest', 'A flag, a path, or an object.'),
  honoured('entities.<name>.rest.path'),
  honoured('entities.<name>.rest.methods'),
  honoured('entities.<name>.rest.enabled'),
  honoured('entities.<name>.graphql', 'A flag, a name, null, or an object.'),
  honoured('entities.<name>.graphql.type'),
  honoured('entities.<name>.graphql.type.singular'),
  honoured('entities.<name>.graphql.type.plural'),
  honoured('entities.<name>.graphql.operation'),
  honoured('entities.<name>.graphql.enabled'),
  honoured('entities.<name>.permissions', 'May be left out; nobody reaches the entity then.'),
  honoured('entities.<name>.permissions[].role'),
  honoured('entities.<name>.permissions[].actions'),
  honoured('entities.<name>.permissions[].actions[].action'),
  honoured('entities.<name>.permissions[].actions[].fields.include'),
  honoured('entities.<name>.permissions[].actions[].fields.exclude'),
  honoured(
    'entities.<name>.permissions[].actions[].policy.database',
    'The whole language of `$filter`, for creates too.',
  ),
  refused(
    'entities.<name>.permissions[].actions[].policy.request',
    'Data API builder never evaluated it; say it in "database" beside it, or remove it.',
  ),
  honoured('entities.<name>.relationships'),
  honoured('entities.<name>.relationships.<name>.cardinality'),
  honoured('entities.<name>.relationships.<name>."target.entity"'),
  honoured('entities.<name>.relationships.<name>."source.fields"'),
  honoured('entities.<name>.relationships.<name>."target.fields"'),
  honoured('entities.<name>.relationships.<name>."linking.object"'),
  honoured(
    'entities.<name>.relationships.<name>."linking.source.fields"',
    'Without `source.fields` they name the foreign key.',
  ),
  honoured('entities.<name>.relationships.<name>."linking.target.fields"'),
  ignored('entities.<name>.cache', NO_CACHE),
  ignored('entities.<name>.health', HEALTH),
  ignored('entities.<name>.mcp', NO_MCP),
];

/** Splits `entities.<name>.permissions[]` → `entities`, `<name>`, `permissions`, `[]`. */
export function stepsOf(key: string): readonly string[] {
  return [...key.matchAll(/"([^"]+)"|(\[\])|([^."[\]]+)/g)].map(
    ([, quoted, item, plain]) => quoted ?? item ?? plain ?? '',
  );
}

export const dabTable = (): string =>
  [
    '| key | is | note |',
    '|---|---|---|',
    ...dabKeys.map(({ key, values, treatment, reason }) => {
      const named = values === undefined ? '' : ` = ${values.map((value) => `\`${value}\``).join(', ')}`;
      return `| \`${key}\`${named} | ${treatment} | ${reason} |`;
    }),
  ].join('\n');
