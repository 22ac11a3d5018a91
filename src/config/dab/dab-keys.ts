import { configSchema } from '../schema/config-schema.ts';
import type { JsonSchema } from '../schema/json-schema.ts';

export interface DabKey {
  /** `<name>` matches any name, `[]` each list item; keys with dots are quoted. */
  readonly key: string;
  readonly treatment: 'supported' | 'ignored' | 'rejected';
  /** Reason for an unsupported key; differences of a supported key. May be empty. */
  readonly note: string;
  readonly values?: readonly string[];
  /** True if reported even when the value disables the feature. */
  readonly reportWhenDisabled?: true;
}

const ignoredKey = (key: string, note: string): DabKey => ({ key, treatment: 'ignored', note });
const rejectedKey = (key: string, note: string): DabKey => ({ key, treatment: 'rejected', note });

const NO_CACHE = 'Joinery has no result cache. "cache-control" of an entity controls HTTP caches.';
const NO_MCP = 'Joinery has no MCP endpoint.';
const HEALTH =
  'GET /health is always available. It pings the database on every call, and reports only whether database and service are ready.';
const LOG =
  'The service logs to standard error, at the level of `--log-level`. Forward the log from there. For traces, use "open-telemetry".';
const NO_COSMOS = 'Azure Cosmos DB is not supported.';

export const unsupportedDabKeys: readonly DabKey[] = [
  { ...rejectedKey('data-source.database-type', NO_COSMOS), values: ['cosmosdb_nosql', 'cosmosdb_postgresql'] },
  { ...rejectedKey('data-source.database-type', 'SQL data warehouses are not supported.'), values: ['dwsql'] },
  rejectedKey('data-source.options.database', NO_COSMOS),
  rejectedKey('data-source.options.container', NO_COSMOS),
  rejectedKey('data-source.options.schema', NO_COSMOS),
  { ...ignoredKey('data-source.health', HEALTH), reportWhenDisabled: true },
  rejectedKey(
    'data-source.user-delegated-auth',
    'All callers would share the database rights of the service. Use permissions and policies.',
  ),
  ignoredKey('runtime.mcp', NO_MCP),
  ignoredKey('runtime.cache', NO_CACHE),
  ...['application-insights', 'azure-log-analytics', 'file', 'log-level'].map((key) =>
    ignoredKey(`runtime.telemetry.${key}`, LOG),
  ),
  { ...ignoredKey('runtime.health', HEALTH), reportWhenDisabled: true },
  ignoredKey('runtime.embeddings', 'Joinery has no embeddings.'),
  ignoredKey('azure-key-vault', "Pass secrets as environment variables; `@akv('…')` is rejected."),
  rejectedKey(
    'entities.<name>.permissions[].actions[].policy.request',
    'Data API builder never evaluated it. Use "policy.database", or remove it.',
  ),
  ignoredKey('entities.<name>.cache', NO_CACHE),
  ignoredKey('entities.<name>.health', HEALTH),
  ignoredKey('entities.<name>.mcp', NO_MCP),
  ignoredKey('autoentities.<name>.template.cache', NO_CACHE),
  ignoredKey('autoentities.<name>.template.health', HEALTH),
  ignoredKey('autoentities.<name>.template.mcp', NO_MCP),
];

/** All keys of Data API builder, in the order of the schema; unsupported keys follow their siblings. */
export function listDabKeys(): readonly DabKey[] {
  const keys = supportedKeys(configSchema, []);
  for (const unsupported of unsupportedDabKeys) {
    const steps = stepsOf(unsupported.key);
    const parent = steps.slice(0, -1);
    const isNear = ({ key }: DabKey): boolean => startsWith(stepsOf(key), parent);
    const existing = keys.findLastIndex(({ key }) => key === unsupported.key);
    keys.splice((existing >= 0 ? existing : keys.findLastIndex(isNear)) + 1, 0, unsupported);
  }
  return keys;
}

const startsWith = (steps: readonly string[], parent: readonly string[]): boolean =>
  parent.every((step, index) => step === steps[index]);

/** Returns the keys of the schema that Data API builder also has. */
function supportedKeys(
  { properties = {}, additionalProperties, items, ...schema }: JsonSchema,
  steps: string[],
): DabKey[] {
  const { inDab } = schema;
  return [
    ...(inDab === undefined
      ? []
      : [{ key: keyOf(steps), treatment: 'supported' as const, note: inDab === true ? '' : inDab }]),
    ...Object.entries(properties).flatMap(([key, child]) => supportedKeys(child, [...steps, key])),
    ...(additionalProperties ? supportedKeys(additionalProperties, [...steps, '<name>']) : []),
    // A key for an object or a list of objects has `properties` and `items` with the same keys.
    ...(items && Object.keys(properties).length === 0 ? supportedKeys(items, [...steps, '[]']) : []),
  ];
}

/** Splits `entities.<name>.permissions[]` → `entities`, `<name>`, `permissions`, `[]`. */
export function stepsOf(key: string): readonly string[] {
  return [...key.matchAll(/"([^"]+)"|(\[\])|([^."[\]]+)/g)].map(
    ([, quoted, item, plain]) => quoted ?? item ?? plain ?? '',
  );
}

export const keyOf = (steps: readonly string[]): string =>
  steps
    .map((step) => (step.includes('.') ? `"${step}"` : step))
    .join('.')
    .replaceAll('.[]', '[]');

export const dabTable = (): string =>
  [
    '| key | treatment | note |',
    '|---|---|---|',
    ...listDabKeys().map(({ key, values, treatment, note }) => {
      const allowedValues = values === undefined ? '' : ` = ${values.map((value) => `\`${value}\``).join(', ')}`;
      return `| \`${key}\`${allowedValues} | ${treatment} | ${note} |`;
    }),
  ].join('\n');
