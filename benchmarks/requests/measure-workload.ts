import { rateOf } from '../load/order.ts';
import { readPeakMemory, resetPeakMemory } from '../support/process-memory.ts';
import { summarize } from '../support/statistics.ts';
import { takeTurns } from '../support/take-turns.ts';
import type { Running } from './check-answers.ts';
import type { Contender, Workload } from './contender.ts';
import { type Bench, measureRound, orderFor, type Round, summarizeRounds } from './measure-round.ts';
import type { ContenderResult, Paced } from './results.ts';

export interface WorkloadOptions {
  readonly rounds: number;
  /** Per round. */
  readonly seconds: number;
  readonly connections: number;
  /** Contenders with a latency goal are also measured at a constant rate. */
  readonly hasLatencyGoal: (contender: Contender) => boolean;
}

/**
 * Unmeasured load for JIT compilation and prepared statements. It takes at least `seconds`, then continues until
 * `answers`, for at most `maxSeconds`.
 */
const WARM_UP = { seconds: 3, answers: 6000, maxSeconds: 12 };

/** Share of the maximum rate. */
const PACE = 0.8;

/** @param rate responses per second; default: as fast as possible */
type Measure = (one: Running, seconds: number, rate?: number) => Promise<Round>;

/**
 * @returns results in the order of `running`
 * @throws Error when a request fails
 */
export async function measureWorkload(
  bench: Bench,
  workload: Workload,
  running: readonly Running[],
  { rounds, seconds, connections, hasLatencyGoal }: WorkloadOptions,
): Promise<readonly Omit<ContenderResult, 'statements'>[]> {
  const measure: Measure = (one, length, rate) => {
    const order = { ...orderFor(workload, one), connections, seconds: length, ...(rate !== undefined && { rate }) };
    return measureRound(bench, order, one.server.pid);
  };
  for (const one of running) {
    await warmUp(one, measure);
    resetPeakMemory(one.server.pid);
  }
  const turns = await takeTurns(running, rounds, (one) => measure(one, seconds));
  const fast = running.map((one, index) => {
    const peakMemory = readPeakMemory(one.server.pid);
    return { one, ...summarizeRounds(turns[index] ?? []), ...(peakMemory !== undefined && { peakMemory }) };
  });
  const chosen = running.filter(({ contender }) => hasLatencyGoal(contender));
  const slow = await takeTurns(chosen, rounds, (one) => measurePaced(one, seconds, measure));
  const paced = new Map(chosen.map((one, index) => [one, summarizePaced(slow[index] ?? [])]));
  return fast.map(({ one, ...figures }) => {
    const pace = paced.get(one);
    const { name, title, requestsFor } = one.contender;
    return {
      name,
      title,
      ...figures,
      requests: requestsFor(workload, 1).length,
      ...(pace !== undefined && { paced: pace }),
    };
  });
}

async function warmUp(one: Running, measure: Measure): Promise<void> {
  let answers = 0;
  for (let second = 0; second < WARM_UP.maxSeconds; second += 1) {
    if (second >= WARM_UP.seconds && answers >= WARM_UP.answers) break;
    answers += (await measure(one, 1)).sent.answers;
  }
}

interface PacedRound extends Round {
  /** Target. */
  readonly rate: number;
}

/** Measures the maximum rate immediately before: the speed of a machine can halve within a minute. */
async function measurePaced(one: Running, seconds: number, measure: Measure): Promise<PacedRound> {
  const { sent } = await measure(one, seconds);
  const rate = rateOf(sent) * PACE;
  return { ...(await measure(one, seconds, rate)), rate };
}

function summarizePaced(rounds: readonly PacedRound[]): Paced {
  const over = (pick: (round: PacedRound) => number) => summarize(rounds.map(pick));
  return {
    rate: over(({ rate }) => rate).median,
    p50: over(({ sent }) => sent.p50),
    p99: over(({ sent }) => sent.p99),
  };
}
