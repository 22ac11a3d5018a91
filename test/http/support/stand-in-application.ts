import { randomBytes } from 'node:crypto';
import { buildSchema, execute, type GraphQLSchema, getOperationAST, printSchema } from 'graphql';
import type { AnswerRequest, AnswerResult, Application, SuccessfulAnswer } from '../../../src/app/application.ts';
import { ApiError } from '../../../src/base/errors.ts';
import { Observers } from '../../../src/base/observers.ts';
import { buildDataSource } from '../../../src/config/build/build-config.ts';
import { buildLimits, buildRuntime } from '../../../src/config/build/build-runtime.ts';
import { settingsFor } from '../../../src/config/compatibility.ts';
import type { Config, Runtime } from '../../../src/config/config.ts';
import { coerceVariables } from '../../../src/operation/coerce-variables.ts';

/**
 * An application without a database, for tests of the transport. It executes documents with graphql-js, except for the
 * fields of `outcomes`, each of which simulates one way in which an application can end.
 */
const schema: GraphQLSchema = buildSchema(`
  type Query {
    orders(first: Int, filter: OrderFilterInput): [Order!]!
    echo(text: String, flag: Boolean): String
    digits(value: JSON!): JSON!
    role: String!
    verbatim: JSON
    slow(milliseconds: Int!): Boolean
    endless: Boolean
    rejected: Boolean
    unavailable: Boolean
    failed: Boolean
    crashed: Boolean
    huge: String
    large(bytes: Int!): String
  }
  type Mutation { touch: Boolean, slowTouch(milliseconds: Int!): Boolean, undone: Boolean, large(bytes: Int!): String }
  type Order { id: Int! status: String customer: Customer }
  type Customer { id: Int! name: String }
  input OrderFilterInput { status: String }
  scalar JSON
`);

/** JSON text that no serializer would produce, so that parsing and printing it would change it. */
export const VERBATIM = '{ "verbatim" : [12345678901234567890.10, 1E+2, "\\u00e9", {"b":1,"a":2,"b":3}] }';

const answered = (data: string, changes: SuccessfulAnswer['changes'] = new Map()): AnswerResult => ({
  kind: 'answered',
  data,
  metadata: {},
  entities: [],
  changes,
});

const outcomes: Readonly<Record<string, (request: AnswerRequest) => AnswerResult | Promise<AnswerResult>>> = {
  verbatim: () => answered(VERBATIM),
  rejected: () => ({ kind: 'rejected', apiErrors: [new ApiError('Forbidden', 'The role may not read "rejected".')] }),
  unavailable: () => ({ kind: 'rejected', apiErrors: [new ApiError('Unavailable', 'The database does not respond.')] }),
  failed: () => ({
    kind: 'failed',
    apiError: new ApiError('Conflict', 'There is one already.', { details: { constraint: 'orders_pkey' } }),
  }),
  crashed: () => {
    throw new Error('select secret from internals');
  },
  // Waits until the client has disconnected.
  endless: (request) => waitForAbort(request),
  undone: (request) => waitForAbort(request),
  huge: () => answered(`{"huge":"${'x'.repeat(100_000)}"}`),
};

/** Returns the result of a store for a canceled statement. */
async function waitForAbort({ signal }: AnswerRequest): Promise<AnswerResult> {
  await new Promise((resolve) => signal?.addEventListener('abort', resolve));
  return { kind: 'failed', apiError: new ApiError('DatabaseTimeout', 'The write timed out and was rolled back.') };
}

export interface StandIn extends Application {
  isFull: { reads: boolean; changes: boolean };
  /** Requests that reached `answer`. */
  readonly requests: AnswerRequest[];
  /** Events in order. */
  readonly events: ('answered' | 'closed')[];
  healthy: boolean;
}

/** Creates an application with these changes of `runtime`. */
export function createStandIn(runtime: RuntimeChanges = {}): StandIn {
  const requests: AnswerRequest[] = [];
  const config = makeConfig(runtime);
  const events: StandIn['events'] = [];
  return {
    requests,
    events,
    healthy: true,
    config,
    model: {
      entities: [],
      byName: new Map(),
      rootFields: new Map(),
      roles: new Set(['anonymous', 'authenticated', 'editor']),
      enums: [],
      forbiddenRowIsMissing: false,
      locatesHiddenRows: false,
      changes: config.runtime.changes,
      pageSize: { default: 100, max: 1000, minusOneIsMax: false },
      cursorOnLastPage: true,
      nestedCreate: false,
      ignoresNullOperators: false,
      orderByList: true,
      limits: makeConfig(runtime).runtime.limits,
      aggregation: true,
      connections: true,
      numbers: 'number',
    },
    schema,
    restSchema: undefined,
    sdl: printSchema(schema),
    observers: new Observers(),
    readUnexposed: async () => [],
    live: {
      prepare: () => {
        throw new Error('Live queries need a database.');
      },
      reject: async () => undefined,
      read: async () => [],
      readPage: async () => ({ kind: 'failed', apiError: new ApiError('Unavailable', 'There is no database.') }),
    },
    explain() {
      throw new ApiError('Unavailable', 'There is no database to explain for.');
    },
    explainInDatabase: () => Promise.reject(new ApiError('Unavailable', 'There is no database to explain for.')),
    reportedProblems: [],
    async answer(request) {
      requests.push(request);
      const result = await answerWithGraphql(request);
      events.push('answered');
      return result;
    },
    statistics: () => ({
      pools: {
        reads: { inUse: 1, open: 2, max: 3, waiting: 4 },
        changes: { inUse: 0, open: 1, max: 2, waiting: 0 },
      },
      scripts: { entries: 5, bytes: 6, hits: 7, misses: 8 },
    }),
    isFull: { reads: false, changes: false },
    async ping() {
      if (!this.healthy) throw new ApiError('Unavailable', 'The database does not respond.');
    },
    async close() {
      events.push('closed');
    },
  };
}

const wait = ({ milliseconds }: { milliseconds: number }) =>
  new Promise((resolve) => setTimeout(() => resolve(true), milliseconds));

async function answerWithGraphql(request: AnswerRequest): Promise<AnswerResult> {
  const { document, operationName, variables, identity } = request;
  const operation = getOperationAST(document, operationName);
  if (!operation) return { kind: 'rejected', apiErrors: [new ApiError('BadRequest', 'Say which operation.')] };
  const [first] = operation.selectionSet.selections;
  const outcome = first?.kind === 'Field' ? outcomes[first.name.value] : undefined;
  if (outcome !== undefined) return outcome(request);
  const coerced = coerceVariables(
    schema,
    operation.variableDefinitions ?? [],
    variables,
    buildLimits({}, settingsFor(undefined).limits),
  );
  if ('apiErrors' in coerced) return { kind: 'rejected', apiErrors: coerced.apiErrors };
  const { data } = await execute({
    schema,
    document,
    operationName,
    variableValues: variables,
    rootValue: {
      orders: () => [{ id: 1, status: 'SHIPPED', customer: { id: 7, name: 'Ada' } }],
      echo: ({ text }: { text: string }) => text,
      digits: ({ value }: { value: unknown }) => value,
      role: () => identity.role,
      large: ({ bytes }: { bytes: number }) => randomBytes(bytes / 2).toString('hex'),
      slow: wait,
      slowTouch: wait,
      touch: () => true,
    },
  });
  const isChange = operation.operation === 'mutation';
  return answered(JSON.stringify(data), isChange ? new Map([['touch', { affected: 1, created: false }]]) : undefined);
}

/** Changes of `runtime` and of its members. */
export type RuntimeChanges = {
  readonly [K in keyof Runtime]?: Runtime[K] extends readonly unknown[]
    ? Runtime[K]
    : Runtime[K] extends object
      ? Partial<Runtime[K]>
      : Runtime[K];
};

function makeConfig(changes: RuntimeChanges): Config {
  const usual = buildRuntime(
    {
      rest: false,
      limits: { 'body-bytes': 65_536, 'request-timeout-ms': 5000, 'response-bytes': 90_000 },
    },
    { overrides: { port: 0 }, folder: '/' },
  );
  const pool = { max: 1, 'acquire-timeout-ms': 1000, 'max-waiting': 1, 'connect-timeout-ms': 1000 };
  return {
    dataSource: buildDataSource(
      { 'database-type': 'postgresql', pool, 'statement-timeout-ms': 1000 },
      { folder: '/', settings: settingsFor(undefined) },
    ),
    runtime: {
      ...usual,
      ...changes,
      workers: 1,
      graphql: { ...usual.graphql, ...changes.graphql },
      rest: { ...usual.rest, ...changes.rest },
      console: { ...usual.console, enabled: changes.mode === 'development', ...changes.console },
      authentication: { ...usual.authentication, ...changes.authentication },
      live: { ...usual.live, ...changes.live },
      pagination: { ...usual.pagination, ...changes.pagination },
      cors: { ...usual.cors, ...changes.cors },
      changes: { ...usual.changes, ...changes.changes },
      limits: { ...usual.limits, ...changes.limits },
    },
    entities: [],
    autoEntities: [],
  };
}
