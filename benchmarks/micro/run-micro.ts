import { fileURLToPath } from 'node:url';
import { runNode } from '../support/run-node.ts';
import { type Summary, summarize } from '../support/statistics.ts';
import { takeTurns } from '../support/take-turns.ts';
import { growths } from './growths.ts';
import type { GrowthResult } from './measure-growth.ts';
import type { HttpResult } from './measure-http.ts';
import type { StagesResult } from './measure-stages.ts';
import type { TokensResult } from './measure-tokens.ts';
import { CONCURRENCIES, observabilityCases } from './observability-cases.ts';

export type MicroResult =
  | (StagesResult & { readonly kind: 'stages' })
  | (HttpResult & { readonly kind: 'http' })
  | (TokensResult & { readonly kind: 'tokens' })
  | (ObservabilityResult & { readonly kind: 'observability' })
  | (GrowthResult & { readonly kind: 'growth' });

/** Microseconds of processor time per request without a socket, by case. */
export interface ObservabilityResult {
  /** Number of concurrent requests. */
  readonly concurrency: number;
  readonly cases: readonly { readonly name: string; readonly time: Summary; readonly added: Summary }[];
}

/** Runs each measurement in a separate process, so JIT state does not carry over. */
export async function runMicro({ rounds }: { readonly rounds: number }): Promise<MicroResult[]> {
  const stages = (await measure('measure-stages.ts')) as StagesResult[];
  const http = (await measure('measure-http.ts', `${rounds}`)) as HttpResult[];
  const tokens = (await measure('measure-tokens.ts', `${rounds}`)) as TokensResult;
  const results: MicroResult[] = [
    ...stages.map((result) => ({ ...result, kind: 'stages' as const })),
    ...http.map((result) => ({ ...result, kind: 'http' as const })),
    { ...tokens, kind: 'tokens' },
  ];
  for (const concurrency of CONCURRENCIES) {
    results.push({ ...(await measureObservability(rounds, concurrency)), kind: 'observability' });
  }
  for (const { name } of growths) {
    const growth = (await measure('measure-growth.ts', name)) as GrowthResult;
    results.push({ ...growth, kind: 'growth' });
  }
  return results;
}

async function measureObservability(rounds: number, concurrency: number): Promise<ObservabilityResult> {
  const names = Object.keys(observabilityCases);
  const times = await takeTurns(names, rounds, async (name) =>
    Number(await measure('measure-observability.ts', name, `${concurrency}`)),
  );
  const [off = []] = times;
  const cases = names.map((name, index) => ({
    name,
    time: summarize(times[index] ?? []),
    added: summarize((times[index] ?? []).map((time, round) => time - (off[round] ?? 0))),
  }));
  return { concurrency, cases };
}

const measure = (program: string, ...args: readonly string[]): Promise<unknown> =>
  runNode({ args: [fileURLToPath(new URL(program, import.meta.url)), ...args] });
