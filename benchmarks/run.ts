import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type BootResult, runBoot } from './boot/run-boot.ts';
import { printGrowth } from './growth/print-growth.ts';
import { runGrowth } from './growth/run-growth.ts';
import { printMicro } from './micro/print-micro.ts';
import { runMicro } from './micro/run-micro.ts';
import { printBoot, printRequests, printStorm } from './print-report.ts';
import { type Options, readOptions } from './read-options.ts';
import { runRequests } from './requests/run-requests.ts';
import { runStorm } from './storm/run-storm.ts';

/** Numbers of entities whose start is measured. */
const SIZES = [10, 100, 500];

/** Milliseconds in which the largest has to be ready. */
const MOST_FOR_BOOT = 5000;

const { parts, starts, ...load } = readOptionsOrExit();
const cores = availableParallelism();
const machine = {
  node: process.version,
  processor: cpus()[0]?.model ?? 'unknown',
  cores,
  /** Mean number of processes that wanted a core in the minute before the run: above 0 something else disturbs it. */
  loadBefore: loadavg()[0] ?? 0,
};
console.log(
  `Node ${machine.node}, ${machine.processor}, ${cores} cores, load ${machine.loadBefore.toFixed(1)} before. ` +
    'Medians; least and most in parentheses.\n',
);

if (parts.has('boot')) {
  const results: BootResult[] = [];
  for (const entities of SIZES) results.push(await runBoot(entities, starts));
  console.log(printBoot(results));
  await keep('boot', results);
  const inTime = (results.at(-1)?.total.median ?? 0) < MOST_FOR_BOOT;
  console.log(
    `Condition: ${SIZES.at(-1)} entities boot in under ${MOST_FOR_BOOT} ms: ${inTime ? 'met' : 'NOT MET'}.\n`,
  );
  if (!inTime) process.exitCode = 1;
}

if (parts.has('requests')) {
  const { rounds, seconds, connections } = load;
  console.log(
    `${rounds} rounds of ${seconds} s in turns, ${connections} connections. ` +
      `Load generator, server and database share ${cores} cores.`,
  );
  const results = await runRequests(load);
  console.log(printRequests(results));
  await keep('requests', results);
}

if (parts.has('storm')) {
  const { rounds, seconds, connections } = load;
  console.log(
    `Point reads over ${connections} connections, ${rounds} rounds of ${seconds} s in turns: what slows them.`,
  );
  const results = await runStorm(load);
  console.log(printStorm(results));
  await keep('storm', results);
}

if (parts.has('micro')) {
  const results = await runMicro(load);
  console.log(printMicro(results));
  await keep('micro', results);
}

if (parts.has('growth')) {
  const results = await runGrowth();
  console.log(printGrowth(results));
  await keep('growth', results);
}

async function keep(name: string, results: unknown): Promise<void> {
  const folder = fileURLToPath(new URL('results/', import.meta.url));
  await mkdir(folder, { recursive: true });
  const stamp = new Date().toISOString().replaceAll(':', '-');
  await writeFile(`${folder}${stamp}-${name}.json`, `${JSON.stringify({ machine, results }, null, 2)}\n`);
}

function readOptionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
