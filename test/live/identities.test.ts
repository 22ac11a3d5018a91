import { execute, parse } from 'graphql';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AnswerResult, Application } from '../../src/app/application.ts';
import { parseCursor } from '../../src/scalars/cursor.ts';
import { createServer } from '../../src/server/create-server.ts';
import { Random } from '../oracle/generate/random.ts';
import { bootFile } from '../support/boot-file.ts';
import { bootShop } from '../support/boot-shop.ts';
import { countWork } from '../support/count-work.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';

interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}

/** Number of concurrent requests. */
const WAVE = 250;

let people: readonly Person[];

beforeAll(async () => {
  const client = new Client({ connectionString: inject('postgres') });
  await client.connect();
  const { rows } = await client
    .query('select id, name, email, phone from customers order by id')
    .finally(() => client.end());
  people = rows;
});

/** Runs `count` tasks in waves; returns unexpected outcomes. */
async function findMismatches(
  count: number,
  run: (random: Random) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const random = new Random(count);
  const mismatches: string[] = [];
  for (let done = 0; done < count; done += WAVE) {
    const wave = await Promise.all(random.times(Math.min(WAVE, count - done), () => run(random)));
    mismatches.push(...wave.filter((mismatch) => mismatch !== undefined));
  }
  return mismatches;
}

const differs = (found: unknown, expected: unknown, who: unknown): string | undefined => {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  return left === right ? undefined : `${JSON.stringify(who)}: ${left} instead of ${right}`;
};

/** Returns the data of a response, or the code of its error. */
const outcome = (result: AnswerResult): unknown =>
  result.kind === 'answered' ? JSON.parse(dataText(result)) : codeOf(result);

const contact = 'query Contact($id: Int!) { customer_by_pk(id: $id) { id name reach: email } }';
const expectedContact = (role: string, { id, name, email }: Person): unknown =>
  role === 'anonymous' ? { customer_by_pk: { id, name, reach: email } } : 'Forbidden';

describe('two roles on one document, one without access to a field', () => {
  let app: Application;
  beforeAll(async () => {
    app = await bootShop();
  });
  afterAll(() => app.close());

  it('never see data of the other in 4,000 requests', { timeout: 300_000 }, async () => {
    const work = countWork(app);
    const document = parse(contact);
    const mismatches = await findMismatches(4000, async (random) => {
      const role = random.pick(['anonymous', 'support']);
      const person = random.pick(people);
      const found = outcome(await runDocument(app, document, { role, variables: { id: person.id } }));
      return differs(found, expectedContact(role, person), { role, id: person.id });
    });
    expect(mismatches).toEqual([]);
    expect(work.statements, 'half of the requests reach the database').toBeGreaterThan(1500);
    const refused = 4000 - work.statements;
    expect(work.plans, 'all permitted callers share one plan').toBeLessThanOrEqual(1 + refused);
  });
});

describe('two roles on one document, through graphql-js and resolvers', () => {
  let app: Application;
  beforeAll(async () => {
    app = await bootShop();
  });
  afterAll(() => app.close());

  it('never see data of the other in 1,000 requests', { timeout: 300_000 }, async () => {
    const document = parse(contact);
    const mismatches = await findMismatches(1000, async (random) => {
      const role = random.pick(['anonymous', 'support']);
      const person = random.pick(people);
      const variables = { id: person.id };
      const { data, errors } = await execute({
        schema: app.schema,
        document,
        variableValues: variables,
        contextValue: { identity: { role, claims: {} }, variables },
      });
      const [error] = errors ?? [];
      const refused = error?.originalError && 'code' in error.originalError ? error.originalError.code : undefined;
      return differs(refused ?? data, expectedContact(role, person), { role, id: person.id });
    });
    expect(mismatches).toEqual([]);
  });
});

describe('two roles on one document, over HTTP', () => {
  let server: ReturnType<typeof createServer>;
  let origin: string;
  beforeAll(async () => {
    server = createServer(await bootShop(), pino({ level: 'silent' }));
    origin = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  it('never see data of the other in 2,000 requests', { timeout: 300_000 }, async () => {
    const mismatches = await findMismatches(2000, async (random) => {
      const role = random.pick(['anonymous', 'support']);
      const person = random.pick(people);
      const response = await fetch(`${origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-role': role },
        body: JSON.stringify({ query: contact, variables: { id: person.id } }),
      });
      const { data, errors } = await response.json();
      return differs(data ?? errors[0].extensions.code, expectedContact(role, person), { role, id: person.id });
    });
    expect(mismatches).toEqual([]);
  });
});

describe('two roles with different fields through variables and aliases', () => {
  let app: Application;
  beforeAll(async () => {
    const read = (include: readonly string[]) => [{ action: 'read', fields: { include } }];
    app = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': inject('postgres') },
      entities: {
        Customer: {
          source: 'customers',
          permissions: [
            { role: 'caller', actions: read(['id', 'name', 'phone']) },
            { role: 'writer', actions: read(['name', 'email']) },
          ],
        },
      },
    });
  });
  afterAll(() => app.close());

  /** Only callers may read the key, so only they receive cursors that contain it. */
  const document = parse(`
    query Reach($name: String!, $byPhone: Boolean!, $byEmail: Boolean!) {
      people: customers_connection(filter: { name: { eq: $name } }, first: 1) {
        items { name one: phone @include(if: $byPhone) two: email @include(if: $byEmail) }
        startCursor
      }
    }
  `);

  it('each get only their own data in 4,000 requests', { timeout: 300_000 }, async () => {
    const named = people.filter(({ name }) => people.filter((other) => other.name === name).length === 1);
    const mismatches = await findMismatches(4000, async (random) => {
      const role = random.pick(['caller', 'writer']);
      const { name, phone, email } = random.pick(named);
      const variables = { name, byPhone: random.chance(0.5), byEmail: random.chance(0.5) };
      const { byPhone, byEmail } = variables;
      const found = outcome(await runDocument(app, document, { role, variables })) as
        | { people: { items: unknown; startCursor: string | null } }
        | string;
      if (role === 'caller' ? byEmail : byPhone) return differs(found, 'Forbidden', { role, variables });
      if (typeof found === 'string') return `${role} ${JSON.stringify(variables)}: ${found}`;
      const item = { name, ...(byPhone && { one: phone }), ...(byEmail && { two: email }) };
      return (
        differs(found.people.items, [item], { role, variables }) ??
        differs(parseCursor(found.people.startCursor ?? '').form, role === 'caller' ? 'values' : 'position', {
          role,
          variables,
        })
      );
    });
    expect(mismatches).toEqual([]);
  });
});
