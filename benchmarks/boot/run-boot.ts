import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from '../support/run-node.ts';
import { type Summary, summarize } from '../support/statistics.ts';
import { withDatabase } from '../support/with-database.ts';
import { generateShape } from './generate-shape.ts';
import type { Boot } from './measure-boot.ts';

/** Boot times of one schema size, in milliseconds; the heap in bytes. */
export interface BootResult {
  readonly entities: number;
  readonly total: Summary;
  readonly heap: Summary;
  readonly loading: Summary;
  /** Microseconds. */
  readonly routing: { readonly first: Summary; readonly last: Summary };
  /** By stage, in order. Measured in separate processes, so the sum only approximates the total. */
  readonly stages: Readonly<Record<string, Summary>>;
}

export async function runBoot(entities: number, times: number): Promise<BootResult> {
  const { ddl, config } = generateShape(entities);
  return withDatabase(ddl, async ({ connectionString, folder }) => {
    const file = join(folder, 'joinery.json');
    await writeFile(file, JSON.stringify(config));
    const measure = (program: string): Promise<unknown> =>
      runNode({
        args: ['--expose-gc', fileURLToPath(new URL(program, import.meta.url)), file],
        env: { DATABASE_URL: connectionString },
      });
    const boots: Boot[] = [];
    const staged: Record<string, number>[] = [];
    for (let time = 0; time < times; time += 1) {
      boots.push((await measure('measure-boot.ts')) as Boot);
      staged.push((await measure('measure-stages.ts')) as Record<string, number>);
    }
    const over = (pick: (boot: Boot) => number): Summary => summarize(boots.map(pick));
    const names = Object.keys(staged[0] ?? {});
    return {
      entities,
      total: over(({ milliseconds }) => milliseconds),
      heap: over(({ heap }) => heap),
      loading: over(({ loading }) => loading),
      routing: { first: over(({ routing }) => routing.first), last: over(({ routing }) => routing.last) },
      stages: Object.fromEntries(names.map((name) => [name, summarize(staged.map((stages) => stages[name] ?? 0))])),
    };
  });
}
