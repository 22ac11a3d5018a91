import { buildSchema, execute, type GraphQLSchema, getOperationAST, printSchema } from 'graphql';
import type { AnswerRequest, AnswerResult, Application } from '../../../src/app/application.ts';
import { Refusal } from '../../../src/base/errors.ts';
import type { Config, Runtime } from '../../../src/config/config.ts';
import { coerceVariables } from '../../../src/operation/coerce-variables.ts';

/**
 * An application without a database, for what is true of transport alone. It answers through graphql-js, except for
 * the fields of `outcomes`, each of which stands for one way in which an application can end.
 */
const schema: GraphQLSchema = buildSchema(`
  type Query {
    orders(first: Int, filter: OrderFilterInput): [Order!]!
    echo(text: String, flag: Boolean): String
    digits(value: JSON!): JSON!
    role: String!
    verbatim: JSON
    slow(milliseconds: Int!): Boolean
    refused: Boolean
    unavailable: Boolean
    failed: Boolean
    crashed: Boolean
    huge: String
  }
  type Mutation { touch: Boolean }
  type Order { id: Int! status: String customer: Customer }
  type Customer { id: Int! name: String }
  input OrderFilterInput { status: String }
  scalar JSON
`);

/** Text as no serialiser would write it: whoever parsed it on the way would change it. */
export const VERBATIM = '{ "verbatim" : [12345678901234567890.10, 1E+2, "\\u00e9", {"b":1,"a":2,"b":3}] }';

const outcomes: Readonly<Record<string, () => AnswerResult>> = {
  verbatim: () => ({ kind: 'answered', data: VERBATIM }),
  refused: () => ({ kind: 'refused', refusals: [new Refusal('Forbidden', 'The role may not read "refused".')] }),
  unavailable: () => ({ kind: 'refused', refusals: [new Refusal('Unavailable', 'The database does not answer.')] }),
  failed: () => ({
    kind: 'failed',
    refusal: new Refusal('Conflict', 'There is one already.', { details: { constraint: 'orders_pkey' } }),
  }),
  crashed: () => {
    throw new Error('select secret from internals');
  },
  huge: () => ({ kind: 'answered', data: `{"huge":"${'x'.repeat(100_000)}"}` }),
};

export interface StandIn extends Application {
  /** Requests that reached `answer`. */
  readonly asked: AnswerRequest[];
  /** What was done, in order. */
  readonly events: ('answered' | 'closed')[];
  healthy: boolean;
}

/** One application, with these keys of `runtime` other than the usual. */
export function createStandIn(runtime: Partial<Runtime> = {}): StandIn {
  const asked: AnswerRequest[] = [];
  const events: StandIn['events'] = [];
  return {
    asked,
    events,
    healthy: true,
    config: makeConfig(runtime),
    model: {
      entities: [],
      byName: new Map(),
      rootFields: new Map(),
      roles: new Set(['anonymous', 'authenticated', 'editor']),
      enums: [],
      pageSize: { default: 100, max: 1000 },
      maxInValues: 1000,
      numbers: 'number',
    },
    schema,
    sdl: printSchema(schema),
    counts: { plans: 0, statements: 0 },
    explain() {
      throw new Refusal('Unavailable', 'There is no database to explain for.');
    },
    async answer(request) {
      asked.push(request);
      const result = await answerWithGraphql(request);
      events.push('answered');
      return result;
    },
    async ping() {
      if (!this.healthy) throw new Refusal('Unavailable', 'The database does not answer.');
    },
    async close() {
      events.push('closed');
    },
  };
}

async function answerWithGraphql({
  document,
  operationName,
  variables,
  identity,
}: AnswerRequest): Promise<AnswerResult> {
  const operation = getOperationAST(document, operationName);
  if (!operation) return { kind: 'refused', refusals: [new Refusal('BadRequest', 'Say which operation.')] };
  const [first] = operation.selectionSet.selections;
  const outcome = first?.kind === 'Field' ? outcomes[first.name.value] : undefined;
  if (outcome !== undefined) return outcome();
  const coerced = coerceVariables(schema, operation.variableDefinitions ?? [], variables);
  if ('refusals' in coerced) return { kind: 'refused', refusals: coerced.refusals };
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
      slow: ({ milliseconds }: { milliseconds: number }) =>
        new Promise((resolve) => setTimeout(() => resolve(true), milliseconds)),
      touch: () => true,
    },
  });
  return { kind: 'answered', data: JSON.stringify(data) };
}

function makeConfig(runtime: Partial<Runtime>): Config {
  return {
    dataSource: {
      databaseType: 'postgresql',
      pool: { max: 1, acquireTimeout: 1000, maxWaiting: 1, connectTimeout: 1000 },
      prepared: true,
      statementTimeout: 1000,
    },
    runtime: {
      mode: 'production',
      host: '127.0.0.1',
      port: 0,
      graphql: { enabled: true, path: '/graphql', introspection: true },
      rest: { enabled: false, path: '/api' },
      authentication: { provider: 'Unauthenticated' },
      pagination: { defaultPageSize: 100, maxPageSize: 1000 },
      numbers: 'number',
      limits: { body: 65_536, inValues: 1000, requestTimeout: 5000, response: 90_000 },
      operationCache: 1_048_576,
      ...runtime,
    },
    entities: [],
  };
}
