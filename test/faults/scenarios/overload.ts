import { setTimeout as sleep } from 'node:timers/promises';
import { readPeakMemory } from '../../../benchmarks/support/peak-memory.ts';
import { isDone, type Told } from '../load/ask.ts';
import type { Load } from '../load/load.ts';
import { pausesOf, readsOf } from '../load/operations.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

interface Crowding {
  /** Numbers of connections of which the best goodput is the measure. */
  readonly usual: readonly number[];
  readonly most: number;
  readonly seconds: number;
}

/** The least share of the best goodput that is left with the most connections. */
const LEAST_SHARE = 0.8;

/** Bytes that the service may have in use at most. */
const MOST_MEMORY = 500e6;

/** Milliseconds after which whoever is refused must know it: `acquire-timeout-ms` by default, and a second for the way. */
const MOST_WAITING_MS = 6000;

/** Milliseconds that a statement of the slow ones takes, and in which what is measured has settled. */
const SLOW_MS = 1000;
const SETTLING_MS = 3000;

/**
 * Many connections, three of four ask for statements of a second: the quick requests of the others are answered all the same. A client
 * that is told to come back comes back when it was told to.
 */
export const overload: Scenario<Crowding> = {
  name: 'overload',
  long: { usual: [16, 50, 100, 200], most: 2000, seconds: 15 },
  short: { usual: [16, 50], most: 400, seconds: 3 },
  run: ({ usual, most, seconds }, databaseName) =>
    underLoad({ databaseName, clients: 0 }, async ({ service, load, expect, expectInTime, fact, back }) => {
      let best = 0;
      for (const connections of usual) {
        const { rate } = await crowd(load, connections, seconds);
        fact(`${Math.round(rate)}/s of ${connections} connections`);
        best = Math.max(best, rate);
      }
      const { rate, refused, longestRefusal } = await crowd(load, most, seconds);
      const share = Math.round((100 * rate) / best);
      fact(`${Math.round(rate)}/s of ${most} connections, ${share} % of the best`);
      fact(`${refused} quick ones refused there`);
      fact(`the longest wait for a refusal: ${Math.round(longestRefusal)} ms`);
      expectInTime(share >= 100 * LEAST_SHARE, `quick requests fall to ${share} %`);
      expectInTime(longestRefusal < MOST_WAITING_MS, `a refusal took ${Math.round(longestRefusal)} ms`);
      const memory = readPeakMemory(service.pid) ?? 0;
      expect(memory < MOST_MEMORY, `${Math.round(memory / 1e6)} MB in use`);
      await back();
    }),
};

/** Quick requests that so many connections are answered in a second, how many of them are refused, and the longest time, in milliseconds, until one was refused. */
async function crowd(load: Load, connections: number, seconds: number) {
  const clients = load.another();
  const slow = Math.round(connections * 0.75);
  let [quick, refused, longestRefusal] = [0, 0, 0];
  const heard = (told: Told, ms: number): void => {
    if (!isDone(told)) longestRefusal = Math.max(longestRefusal, ms);
  };
  clients.add({ number: slow, operations: [pausesOf(SLOW_MS)], heard, pause });
  clients.add({
    number: connections - slow,
    operations: readsOf('Thing'),
    heard: (told, ms) => {
      heard(told, ms);
      if (isDone(told)) quick += 1;
      else refused += 1;
    },
    pause,
  });
  await sleep(SETTLING_MS);
  [quick, refused] = [0, 0];
  await sleep(seconds * 1000);
  const result = { rate: quick / seconds, refused };
  await clients.end();
  return { ...result, longestRefusal };
}

const pause = (told: Told): number => (told.kind === 'answered' ? 1000 * Number(told.retryAfter ?? 0) : 1000);
