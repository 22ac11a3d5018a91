import { fileURLToPath } from 'node:url';
import { runNode } from '../support/run-node.ts';
import { growths } from './growths.ts';
import type { GrowthResult } from './measure-growth.ts';
import type { HttpResult } from './measure-http.ts';
import type { StagesResult } from './measure-stages.ts';
import type { TokensResult } from './measure-tokens.ts';

export type MicroResult =
  | (StagesResult & { readonly kind: 'stages' })
  | (HttpResult & { readonly kind: 'http' })
  | (TokensResult & { readonly kind: 'tokens' })
  | (GrowthResult & { readonly kind: 'growth' });

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
  for (const { name } of growths) {
    const growth = (await measure('measure-growth.ts', name)) as GrowthResult;
    results.push({ ...growth, kind: 'growth' });
  }
  return results;
}

const measure = (program: string, ...args: readonly string[]): Promise<unknown> =>
  runNode({ args: [fileURLToPath(new URL(program, import.meta.url)), ...args] });
