import { setTimeout as sleep } from 'node:timers/promises';
import { readPeakMemory } from '../../../benchmarks/support/process-memory.ts';
import type { Load } from '../load/load.ts';
import { pausesOf, readsOf } from '../load/operations.ts';
import { isDone, type Outcome } from '../load/send-request.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

interface OverloadOptions {
  /** Connection counts whose best goodput is the baseline. */
  readonly usual: readonly number[];
  readonly most: number;
  readonly seconds: number;
}

/** Minimum share of the baseline with the most connections. */
const LEAST_SHARE = 0.8;

/** Memory limit of the service in bytes. */
const MOST_MEMORY = 500e6;

/** The default `acquire-timeout-ms`, and the time limit for delivering its error. */
const WAITING_MS = 5000;
const WAY_MS = 1000;

/** Duration of a slow statement, and settling time of measurements. */
const SLOW_MS = 1000;
const SETTLING_MS = 3000;

/**
 * Three of four connections run slow statements; fast requests of the others still succeed. Rejected clients respect
 * Retry-After.
 */
export const overload: Scenario<OverloadOptions> = {
  name: 'overload',
  long: { usual: [16, 50, 100, 200], most: 2000, seconds: 15 },
  short: { usual: [16, 50], most: 400, seconds: 3 },
  run: ({ usual, most, seconds }, databaseName) =>
    underLoad(
      { databaseName, clients: 0 },
      async ({ service, load, expect, expectInTime, observe, untilRecovered }) => {
        let best = 0;
        for (const connections of usual) {
          const { rate } = await runOverload(load, connections, seconds);
          observe(`${Math.round(rate)}/s of ${connections} connections`);
          best = Math.max(best, rate);
        }
        // Twice, because the baseline is the best of several as well.
        const runs = [await runOverload(load, most, seconds), await runOverload(load, most, seconds)];
        const shares = runs.map(({ rate }) => Math.round((100 * rate) / best));
        const share = Math.max(...shares);
        for (const { rate } of runs) observe(`${Math.round(rate)}/s of ${most} connections`);
        observe(`${shares.join(' % and ')} % of the best`);
        const apiErrors = runs.flatMap((run) => run.apiErrors);
        observe(`${runs.map(({ refused }) => refused).join(' and ')} quick ones refused there`);
        const atOnce = apiErrors.filter((ms) => ms < WAY_MS);
        const [longestAtOnce, longest] = [atOnce, apiErrors].map((times) => Math.round(Math.max(0, ...times)));
        observe(`${atOnce.length} refused at once, within ${longestAtOnce} ms, the others within ${longest} ms`);
        expectInTime(share >= 100 * LEAST_SHARE, `quick requests fall to ${share} %`);
        expectInTime(Number(longest) < WAITING_MS + WAY_MS, `a refusal took ${longest} ms`);
        // Either the queue was full, or its timeout was over.
        const late = apiErrors.filter((ms) => ms >= WAY_MS && ms < WAITING_MS - WAY_MS);
        expectInTime(late.length === 0, `${late.length} were refused neither at once nor when their time was over`);
        const memory = readPeakMemory(service.pid) ?? 0;
        expect(memory < MOST_MEMORY, `${Math.round(memory / 1e6)} MB in use`);
        await untilRecovered();
      },
    ),
};

/** Measures fast requests per second, rejections, and the latency of each rejection in milliseconds. */
async function runOverload(load: Load, connections: number, seconds: number) {
  const clients = load.another();
  const slow = Math.round(connections * 0.75);
  let [quick, refused] = [0, 0];
  const apiErrors: number[] = [];
  const onOutcome = (outcome: Outcome, ms: number): void => {
    if (!isDone(outcome)) apiErrors.push(ms);
  };
  clients.add({ number: slow, operations: [pausesOf(SLOW_MS)], onOutcome, pause });
  clients.add({
    number: connections - slow,
    operations: readsOf('Thing'),
    onOutcome: (outcome, ms) => {
      onOutcome(outcome, ms);
      if (isDone(outcome)) quick += 1;
      else refused += 1;
    },
    pause,
  });
  await sleep(SETTLING_MS);
  [quick, refused] = [0, 0];
  await sleep(seconds * 1000);
  const result = { rate: quick / seconds, refused };
  await clients.end();
  return { ...result, apiErrors };
}

const pause = (outcome: Outcome): number =>
  outcome.kind === 'answered' ? 1000 * Number(outcome.retryAfter ?? 0) : 1000;
