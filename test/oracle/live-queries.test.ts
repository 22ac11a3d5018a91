import { setTimeout } from 'node:timers/promises';
import { type DocumentNode, type GraphQLSchema, OperationTypeNode, parse, print, validate, visit } from 'graphql';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { Config } from '../../src/config/config.ts';
import { createServer } from '../../src/server/create-server.ts';
import { appService, asPrincipal } from '../http/support/principal-header.ts';
import { bootShop } from '../support/boot-shop.ts';
import { createDatabase } from '../support/create-database.ts';
import { openSession, type Session } from '../support/sql/open-session.ts';
import { Coverage } from './generate/coverage.ts';
import { makeOperation } from './generate/make-operation.ts';
import { nameNode } from './generate/nodes.ts';
import type { Operation } from './generate/prune.ts';
import { Random } from './generate/random.ts';
import { requiredFeatures } from './generate/required-features.ts';
import { readShape } from './generate/shape.ts';
import { writeVariables } from './generate/variables.ts';
import { freshSeed, lengthen, TIMEOUT } from './lengthen.ts';
import { RandomWrites, ways } from './live/random-writes.ts';
import { Subscriber, type Subscription, type Transport } from './live/subscriber.ts';
import type { Dataset } from './naive/entity.ts';
import { Store } from './naive/store.ts';
import { writeSchema } from './naive/write-schema.ts';
import { readShop } from './read-shop.ts';
import { sliceHere } from './slice-here.ts';
import { readWire, sortedText, type Wire } from './writes/wire.ts';

/** Rounds of new subscriptions, the subscribed documents of each, and its writes. */
const ROUNDS = lengthen(20, 1);
const DOCUMENTS = 12;
const WRITES = 60;

/** Customers of these countries are visible to one clerk each. */
const countries = ['DE', 'FR'] as const;

/** Clerks see the customers of their country, and related rows. */
const policies: Readonly<Record<string, string>> = {
  Customer: '@item.country eq @claims.country',
  Address: '@item.customer/country eq @claims.country',
  Order: '@item.customer/country eq @claims.country',
  OrderDetail: '@item.order/customer/country eq @claims.country',
};

const actions = ['create', 'read', 'update', 'delete'] as const;

const change = ({ dataSource, ...config }: Config): Config => ({
  ...config,
  dataSource: {
    ...dataSource,
    statementTimeoutMs: TIMEOUT,
    pool: { ...dataSource.pool, acquireTimeoutMs: TIMEOUT },
  },
  runtime: {
    ...config.runtime,
    authentication: { provider: 'AppService', issuers: [] },
    limits: { ...config.runtime.limits, rows: 1e12, aliases: 1e6, tokens: 1e6, anonymousStatementMs: TIMEOUT },
    live: { ...config.runtime.live, enabled: true, interval: 50, fallback: 500, maxPerCaller: 1e6, maxTotal: 1e6 },
  },
  entities: config.entities.map((entity) => {
    const policy = policies[entity.name];
    return {
      ...entity,
      permissions: [
        { role: 'anonymous', actions: [{ action: 'read', exclude: [] }] },
        { role: 'clerk', actions: [{ action: 'read', exclude: [], ...(policy === undefined ? {} : { policy }) }] },
        { role: 'editor', actions: actions.map((action) => ({ action, exclude: [] })) },
      ],
    };
  }),
});

const headersOf = (role: string, claims: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  ...asPrincipal(appService([['the-role', role], ...Object.entries(claims)], { role_typ: 'the-role' })),
  'x-api-role': role,
});

interface Caller {
  readonly headers: Readonly<Record<string, string>>;
  /** Emails that its results never contain. */
  readonly hidden: readonly string[];
}

let rows: Dataset;
let application: Application;
let session: Session;
let origin: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const server = inject('server');
  rows = await readShop();
  const url = await createDatabase(server, 'live_truth', 'shop');
  session = openSession(server, url);
  application = await bootShop({ url, change });
  const http = createServer(application, pino({ level: 'silent' }));
  origin = await http.listen({ host: '127.0.0.1', port: 0 });
  close = async () => {
    await session.close();
    await http.close();
  };
});
afterAll(() => close());

/** Fixed queries whose results name the customers that a clerk may see. */
const revealing = [
  '{ customers(orderBy: { name: ASC }) { email orders { reference total } } }',
  '{ orders(orderBy: { total: DESC }, first: 50) { total customer { email } orderDetails { quantity } } }',
  '{ orderDetails(orderBy: { unit_price: DESC }, first: 30) { quantity order { customer { email } } } }',
].map((query): Operation => ({ document: parse(query, { noLocation: true }), variables: new Map() }));

/** Generates random queries that can be subscribed to. */
function makeQueries(random: Random, count: number): readonly Operation[] {
  const schema = writeSchema(application.schema);
  // Sums of floating-point numbers depend on the order of rows.
  const shape = readShape(schema, rows, { ...sliceHere(), excludedScalars: ['Float', 'Single'] });
  const coverage = new Coverage(requiredFeatures(shape));
  const queries: Operation[] = [];
  while (queries.length < count) {
    const query = makeOperation({ random, coverage, shape, store: new Store(rows), cursorSets: [] });
    if (isSubscribable(query.document)) queries.push(query);
  }
  return queries;
}

/** The rule of the library throws for a variable in a directive of the root field. */
function isSubscribable(query: DocumentNode): boolean {
  try {
    return validate(application.schema, toSubscription(query)).length === 0;
  } catch {
    return false;
  }
}

function toSubscription(query: DocumentNode): DocumentNode {
  const name = application.schema.getSubscriptionType()?.name ?? '';
  return visit(query, {
    OperationDefinition: (node) => ({ ...node, operation: OperationTypeNode.SUBSCRIPTION }),
    NamedType: (node) => (node.name.value === queryName(application.schema) ? { ...node, name: nameNode(name) } : node),
  });
}

const queryName = (schema: GraphQLSchema): string | undefined => schema.getQueryType()?.name;

/** Returns the result of the query itself as sorted JSON. */
async function answer(query: string, { variables, headers }: Subscription): Promise<string> {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
    body: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
  });
  const text = await response.text();
  const { data, errors } = readWire(text) as { readonly data: Wire; readonly errors?: Wire };
  if (errors !== undefined) throw new Error(`${query}\n${variables}\n${text}`);
  return sortedText(data);
}

function makeCallers(): readonly Caller[] {
  const customers = rows.rows.get('Customer') ?? [];
  const clerks = countries.map((country) => ({
    headers: headersOf('clerk', { country }),
    hidden: customers.flatMap((row) => (row.country === country ? [] : [JSON.stringify(row.email)])),
  }));
  for (const { hidden } of clerks) expect(hidden.length).toBeLessThan(customers.length);
  return [{ headers: {}, hidden: [] }, ...clerks];
}

interface Followed {
  readonly query: string;
  readonly subscriber: Subscriber;
}

async function runRound(random: Random, writes: RandomWrites): Promise<void> {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const leaks: string[] = [];
  const followed: Followed[] = [];
  for (const { document, variables } of [...revealing, ...makeQueries(random, DOCUMENTS)]) {
    for (const { headers, hidden } of makeCallers()) {
      const subscription: Subscription = {
        transport: random.pick<Transport>(['WebSocket', 'events']),
        isPatched: random.chance(0.5),
        query: print(toSubscription(document)),
        variables: writeVariables(variables),
        headers,
      };
      const subscriber = new Subscriber(subscription, (text) => {
        leaks.push(...hidden.filter((email) => text.includes(email)).map((email) => `${email}: ${text}`));
      });
      followed.push({ query: print(document), subscriber });
    }
  }
  const ends = followed.map(({ subscriber }) => subscriber.follow(origin, end.signal));
  const started = () =>
    followed.every(({ subscriber: { received, problem } }) => received > 0 || problem !== undefined);
  if (random.chance(0.8)) await expect.poll(started).toBe(true);
  for (let count = 0; count < WRITES; count += 1) {
    await writes.write();
    if (random.chance(0.5)) await setTimeout(random.int(0, 150));
  }
  expect([...ways].filter((way) => ![...writes.counts.keys()].some((key) => key.endsWith(way)))).toEqual([]);
  const expected: string[] = [];
  for (const { query, subscriber } of followed) expected.push(await answer(query, subscriber.subscription));
  const findProblem = (): string | undefined => {
    const index = followed.findIndex(({ subscriber }, at) => subscriber.problem ?? subscriber.newest !== expected[at]);
    const { subscriber } = followed[index] ?? {};
    return (
      subscriber &&
      [subscriber.problem, JSON.stringify(subscriber.subscription), subscriber.newest, expected[index]].join('\n')
    );
  };
  await expect.poll(findProblem).toBeUndefined();
  expect(leaks.slice(0, 3)).toEqual([]);
  expect(Math.max(...followed.map(({ subscriber }) => subscriber.received))).toBeGreaterThan(1);
  end.abort();
  await Promise.all(ends);
}

it('random subscriptions end with the results of their queries, after random writes', {
  timeout: TIMEOUT,
}, async () => {
  const random = new Random(freshSeed());
  // Knows which rows earlier rounds have created and deleted.
  const writes = new RandomWrites({ random, rows, origin, headers: headersOf('editor'), sql: session.rows });
  for (let round = 0; round < ROUNDS; round += 1) await runRound(random, writes);
});
