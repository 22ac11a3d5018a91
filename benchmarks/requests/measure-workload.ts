import { readPeakMemory, resetPeakMemory } from '../support/peak-memory.ts';
import { summarise } from '../support/statistics.ts';
import type { Running } from './check-answers.ts';
import type { Contender, Workload } from './contender.ts';
import { answersOf, type Bench, measureRound, type Round, summariseRounds } from './measure-round.ts';
import type { ContenderResult, Paced } from './results.ts';

export interface WorkloadOptions {
  readonly rounds: number;
  /** Length of a round. */
  readonly seconds: number;
  readonly connections: number;
  /** Whose latency is also measured at a constant rate. */
  readonly isPaced: (contender: Contender) => boolean;
}

/**
 * Load that is not measured, so that everything is compiled and every session has its statements: so many seconds, and
 * more of them for who is slow, until so many answers were given.
 */
const WARM_UP = { seconds: 3, answers: 6000, mostSeconds: 12 };

/** Part of what a server can do at most that it is asked for at a constant rate. */
const PACE = 0.8;

/**
 * Measures servers that are up in turns, each round beginning with another one.
 * @throws Error when a request failed
 */
export async function measureWorkload(
  bench: Bench,
  workload: Workload,
  running: readonly Running[],
  options: WorkloadOptions,
): Promise<readonly Omit<ContenderResult, 'statements'>[]> {
  const { connections, seconds } = options;
  const measure = (one: Running, order: { seconds: number; rate?: number }): Promise<Round> =>
    measureRound(bench, { ...answersOf(workload, one), connections, ...order }, one.server.pid);
  for (const one of running) {
    let warm = 0;
    for (let second = 0; second < WARM_UP.mostSeconds; second += 1) {
      if (second >= WARM_UP.seconds && warm >= WARM_UP.answers) break;
      warm += (await measure(one, { seconds: 1 })).sent.answers;
    }
    resetPeakMemory(one.server.pid);
  }
  const fast = await inTurns(running, options.rounds, (one) => measure(one, { seconds }));
  const summaries = fast.map((rounds) => summariseRounds(rounds));
  const peaks = running.map(({ server }) => readPeakMemory(server.pid));
  const paced = await measurePaced();
  return running.map(({ contender }, index) => {
    const [summary, peakMemory, pace] = [summaries[index], peaks[index], paced.get(contender)];
    if (summary === undefined) throw new Error(`${contender.name} was not measured.`);
    return {
      name: contender.name,
      title: contender.title,
      ...summary,
      ...(peakMemory !== undefined && { peakMemory }),
      requests: contender.ask(workload, 1).length,
      ...(pace !== undefined && { paced: pace }),
    };
  });

  async function measurePaced(): Promise<ReadonlyMap<Contender, Paced>> {
    const chosen = running.flatMap((one, index) => {
      const most = summaries[index]?.answersPerSecond.median;
      return most !== undefined && options.isPaced(one.contender) ? [{ one, rate: most * PACE }] : [];
    });
    const turns = await inTurns(chosen, options.rounds, ({ one, rate }) => measure(one, { seconds, rate }));
    return new Map(
      chosen.map(({ one, rate }, index) => {
        const sent = (turns[index] ?? []).map((round) => round.sent);
        return [
          one.contender,
          { rate, p50: summarise(sent.map(({ p50 }) => p50)), p99: summarise(sent.map(({ p99 }) => p99)) },
        ];
      }),
    );
  }
}

/** Several turns of each, who begins changing from round to round. @returns of each its turns, in the order given */
async function inTurns<One, Turn>(
  all: readonly One[],
  rounds: number,
  take: (one: One) => Promise<Turn>,
): Promise<readonly (readonly Turn[])[]> {
  const turns = all.map(() => [] as Turn[]);
  for (let round = 0; round < rounds; round += 1) {
    for (let step = 0; step < all.length; step += 1) {
      const index = (round + step) % all.length;
      const one = all[index];
      if (one !== undefined) turns[index]?.push(await take(one));
    }
  }
  return turns;
}
