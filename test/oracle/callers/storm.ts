import { Agent, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from '../../support/sql/open-session.ts';
import type { Random } from '../generate/random.ts';
import { type GraphqlAnswer, headersOf, type Owner, owners, PERMANENT, type ServedCallers } from './serve-callers.ts';

type Caller = Owner | undefined;

export interface Storm {
  readonly random: Random;
  readonly milliseconds: number;
  readonly workers: number;
  /** Milliseconds between kills of random sessions. */
  readonly killInterval: number;
  /** Kills a session of the service. */
  readonly kill: (admin: Session, id: unknown) => Promise<unknown>;
}

export interface StormReport {
  /** Violations of isolation, with the request that revealed them. */
  readonly leaks: string[];
  /** Requests by their outcome: `data`, `disconnected`, or an error code. */
  readonly outcomes: Record<string, number>;
  kills: number;
}

/** A request and a check of its data, which returns a description of foreign rows. */
interface Attempt {
  readonly query: string;
  readonly check: (data: Readonly<Record<string, unknown>>) => string | undefined;
  /** Milliseconds after which the client disconnects. */
  readonly patience?: number;
}

/**
 * Sends random reads and writes of two callers and of anonymous callers over shared sessions, while requests fail, time
 * out, and are abandoned, and sessions are killed.
 */
export async function runStorm(served: ServedCallers, storm: Storm): Promise<StormReport> {
  const report: StormReport = { leaks: [], outcomes: {}, kills: 0 };
  const until = performance.now() + storm.milliseconds;
  const agent = new Agent({ keepAlive: true });
  const ids = await idsOf(served);
  const count = (outcome: string): void => {
    report.outcomes[outcome] = (report.outcomes[outcome] ?? 0) + 1;
  };
  const work = async (worker: number): Promise<void> => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const caller = storm.random.chance(0.2) ? undefined : storm.random.pick(owners);
      const attempt = makeAttempt(caller, `${worker}.${turn}`, ids, storm.random);
      const answer = await send(served.rest.origin, agent, caller, attempt);
      if (answer === undefined) {
        count('disconnected');
        continue;
      }
      const { data, errors = [] } = answer;
      for (const { extensions } of errors) count(extensions.code);
      if (errors.length === 0) count('data');
      const leak = data && attempt.check(data);
      if (leak !== undefined && leak !== null)
        report.leaks.push(`${caller ?? 'anonymous'} sent ${attempt.query}: ${leak}, in ${JSON.stringify(answer)}`);
    }
  };
  const killer = async (): Promise<void> => {
    while (performance.now() < until) {
      await delay(storm.killInterval);
      const sessions = await served.admin.others().catch(() => []);
      if (sessions.length === 0) continue;
      await storm.kill(served.admin, storm.random.pick(sessions)).catch(() => undefined);
      report.kills += 1;
    }
  };
  await Promise.all([...storm.random.times(storm.workers, work), killer()]);
  agent.destroy();
  return report;
}

const idsOf = async ({ admin, allNotes }: ServedCallers): Promise<readonly number[]> =>
  (await admin.rows(`select id from ${allNotes} order by id`)).map(({ id }) => Number(id));

/** Returns a check that each value of a key, at any depth, is the expected one. */
const only =
  (key: string, expected: string | null) =>
  (data: unknown): string | undefined => {
    const found = valuesOf(data, key).filter((value) => value !== expected);
    return found.length === 0 ? undefined : `"${key}" is ${JSON.stringify(found)}`;
  };

function valuesOf(data: unknown, key: string): readonly unknown[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => (name === key ? [value] : valuesOf(value, key)));
}

const firstFault =
  (...checks: readonly Attempt['check'][]): Attempt['check'] =>
  (data) =>
    checks.map((check) => check(data)).find((fault) => fault !== undefined);

function makeAttempt(caller: Caller, unique: string, ids: readonly number[], random: Random): Attempt {
  const me = caller ?? 'nobody';
  const patience = random.chance(0.15) ? { patience: random.int(0, 40) } : {};
  const mine = only('owner', me);
  const id = random.pick(ids);
  const makers: readonly (() => Attempt)[] = [
    () => ({
      query: '{ callers { sub role } }',
      check: firstFault(
        only('sub', caller ?? null),
        only('role', caller === undefined ? 'anonymous' : 'authenticated'),
      ),
    }),
    () => ({ query: '{ notes(first: 100) { id owner line tags { owner word } } }', check: mine }),
    () => ({ query: `{ note_by_pk(id: ${id}) { owner line } }`, check: mine }),
    () => ({
      query: '{ notes_connection(filter: { line: { startsWith: "ada " } }) { totalCount } callers { sub } }',
      check: (data) => {
        const [count] = valuesOf(data, 'totalCount');
        const expected = caller === 'ada' ? PERMANENT : 0;
        return count === expected ? undefined : `${count} rows are visible instead of ${expected}`;
      },
    }),
    () => ({ query: '{ brokenNotes { owner failing } }', check: mine }),
    () => ({
      query: `mutation { createNote(item: { owner: "${me}", line: "${me}-${unique}", amount: 1, changed_by: "${me}", tags: [{ owner: "${me}", word: "w" }] }) { owner tags { owner } } }`,
      check: mine,
    }),
    // Writes a row of another caller.
    () => ({
      query: `mutation { createNote(item: { owner: "${random.pick(owners)}", line: "${me}-${unique}", amount: 1, changed_by: "${me}" }) { owner } }`,
      check: mine,
    }),
    // Violates a unique key, a check, or a foreign key of a row that the caller may not see.
    () => ({
      query: `mutation { createNote(item: { owner: "${me}", line: "${random.pick(owners)} 1", amount: 1, changed_by: "${me}" }) { owner } }`,
      check: mine,
    }),
    () => ({
      query: `mutation { updateNote(id: ${id}, item: { amount: ${random.int(-1, 5)}, changed_by: "${me}" }) { owner } }`,
      check: mine,
    }),
    () => ({
      query: `mutation { updateNotes(filter: { amount: { gte: 0 } }, item: { changed_by: "${me}" }) { affected items { owner } } }`,
      check: mine,
    }),
    // Deletes only rows that the storm created.
    () => ({
      query: `mutation { deleteNotes(filter: { line: { contains: "-" } }) { affected items { owner } } }`,
      check: mine,
    }),
  ];
  // Few, because they occupy the sessions. Two in one statement exceed the statement timeout.
  const slow = random.chance(0.5) ? '' : ' again: slowNotes(first: 20) { owner late }';
  const isSlow = random.chance(0.02);
  const attempt = isSlow
    ? { query: `{ slowNotes(first: 20) { owner late }${slow} }`, check: mine }
    : random.pick(makers)();
  return { ...attempt, ...patience };
}

/** Returns undefined if the client disconnected. */
function send(
  origin: string,
  agent: Agent,
  caller: Caller,
  { query, patience }: Attempt,
): Promise<GraphqlAnswer | undefined> {
  const headers = { 'content-type': 'application/json', ...headersOf(caller) };
  return new Promise((resolve) => {
    const sent = request(`${origin}/graphql`, { agent, method: 'POST', headers }, async (response) => {
      resolve(JSON.parse(await readText(response)) as GraphqlAnswer);
    });
    sent.on('error', () => resolve(undefined));
    if (patience !== undefined) setTimeout(() => sent.destroy(), patience);
    sent.end(JSON.stringify({ query }));
  });
}
