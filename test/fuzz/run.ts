/**
 * Sends hostile requests to a service of its own: `npm run fuzz -- [--requests 100000] [--from n] [--seed n] [--only n]
 * [--store postgres]`. Prints the answers by kind, and how to repeat each request with a fault. Exits with 1 if there
 * is one.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printGrid } from '../../benchmarks/report/grid.ts';
import { withDatabase } from '../../benchmarks/support/with-database.ts';
import { type FuzzResult, fuzz } from './fuzz.ts';
import { startTarget } from './target.ts';

/** SQL files of the sample shop. */
const SHOPS = {
  postgres: ['postgres.sql', 'rows.sql'],
  mariadb: ['mariadb.sql', 'rows.mysql.sql'],
  mysql: ['mysql.sql', 'rows.mysql.sql'],
} as const;

const isStore = (name: string): name is keyof typeof SHOPS => Object.hasOwn(SHOPS, name);

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '20240229' },
    only: { type: 'string' },
    store: { type: 'string', default: 'postgres' },
  },
});
const { store } = values;
if (!isStore(store)) {
  console.error(`Unknown store "${store}". There are the stores ${Object.keys(SHOPS).join(', ')}.`);
  process.exit(2);
}
const [seed, requests, from] = [Number(values.seed), Number(values.requests), Number(values.from)];
const only = values.only === undefined ? undefined : Number(values.only);
const sql = SHOPS[store].map((name) => readFileSync(new URL(`../../config/shop/${name}`, import.meta.url), 'utf8'));
console.log(`Seed ${seed}, ${store}`);
const result = await withDatabase(
  sql.join('\n'),
  async ({ connectionString }) => {
    const target = await startTarget(store, connectionString);
    try {
      const onProgress = (sent: number): void => {
        if (sent % 10_000 === 0) console.error(`… ${sent}`);
      };
      return await fuzz(target, { seed, requests, from, only, onProgress });
    } finally {
      await target.close();
    }
  },
  { store },
);
print(result);
process.exitCode = result.faults.length === 0 ? 0 : 1;

function print({ faults, statuses }: FuzzResult): void {
  const found = [...new Set([...statuses.values()].flatMap((counts) => [...counts.keys()]))].sort((a, b) => a - b);
  const title = (status: number): string => (status === 0 ? 'none' : String(status));
  const rows = [...statuses].map(([name, counts]) => [
    name,
    ...found.map((status) => String(counts.get(status) ?? '')),
  ]);
  console.log(printGrid({ head: ['requests', ...found.map(title)], rows, textColumns: 1 }));
  for (const { number, generator, request, problems, answer } of faults) {
    const repeat = number === undefined ? '' : `: npm run fuzz -- --store ${store} --seed ${seed} --only ${number}`;
    console.log(`\n${generator}${repeat}\n  ${problems.join('\n  ')}\n  request: ${request}\n  answer: ${answer}`);
  }
  console.log(`${faults.length} faults`);
}
