import { fileURLToPath } from 'node:url';
import { runNode } from '../support/run-node.ts';
import { growths } from './growths.ts';
import type { GrowthResult } from './measure-growth.ts';
import type { HttpResult } from './measure-http.ts';
import type { StagesResult } from './measure-stages.ts';

/** One thing that was measured without a database. */
export type MicroResult =
  | (StagesResult & { readonly kind: 'stages' })
  | (HttpResult & { readonly kind: 'http' })
  | (GrowthResult & { readonly kind: 'growth' });

/** Each measurement in a process of its own, so that none is compiled for the needs of another. */
export async function runMicro({ rounds }: { readonly rounds: number }): Promise<MicroResult[]> {
  const stages = (await measure('measure-stages.ts')) as StagesResult[];
  const http = (await measure('measure-http.ts', `${rounds}`)) as HttpResult[];
  const results: MicroResult[] = [
    ...stages.map((result) => ({ ...result, kind: 'stages' as const })),
    ...http.map((result) => ({ ...result, kind: 'http' as const })),
  ];
  for (const { name } of growths) {
    const growth = (await measure('measure-growth.ts', name)) as GrowthResult;
    results.push({ ...growth, kind: 'growth' });
  }
  return results;
}

const measure = (program: string, ...args: readonly string[]): Promise<unknown> =>
  runNode({ args: [fileURLToPath(new URL(program, import.meta.url)), ...args] });
