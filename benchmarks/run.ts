import { dirname } from 'node:path';
import { type BootResult, runBoot } from './boot/run-boot.ts';
import { printGrowth } from './growth/print-growth.ts';
import { runGrowth } from './growth/run-growth.ts';
import { runLimits } from './limits/run-limits.ts';
import { runLive } from './live/run-live.ts';
import { printMicro } from './micro/print-micro.ts';
import { runMicro } from './micro/run-micro.ts';
import { isFullRun, type Options, readOptions } from './read-options.ts';
import { bootGrid } from './report/boot-grid.ts';
import { formatHelp } from './report/format-help.ts';
import { formatMachine } from './report/format-machine.ts';
import { formatRequests } from './report/format-requests.ts';
import { printGrid } from './report/grid.ts';
import { limitsGrid, writeLimits } from './report/limits-grid.ts';
import { claimsGrid, cohortsGrid, writeLive } from './report/live-grid.ts';
import { describeMachine, type Extent, keep, requestsOn } from './report/records.ts';
import { formatSoak, soakGrid } from './report/soak-grid.ts';
import { stormGrid } from './report/storm-grid.ts';
import { writeFamilyPerformance } from './report/write-family-performance.ts';
import { drawRecord, writePerformance } from './report/write-performance.ts';
import { checkGoals } from './requests/check-goals.ts';
import { chooseSides, compare, type Sides } from './requests/compare.ts';
import { goalsOn } from './requests/goals.ts';
import { checkSoak } from './soak/check-soak.ts';
import { runSoak } from './soak/run-soak.ts';
import { runStorm } from './storm/run-storm.ts';
import { runWorkers, workersGrid } from './workers/run-workers.ts';

const SIZES = [10, 100, 500];

/** Maximum boot time of the largest schema, in milliseconds. */
const MAX_BOOT_MS = 5000;

const { sides, ...options } = readOptionsOrExit();
if (options.help) {
  console.log(formatHelp());
  process.exit();
}

const { parts, strict } = options;
const root = dirname(import.meta.dirname);
const machine = describeMachine();
const reportProgress = (text: string): void => console.error(`… ${text}`);
if (!parts.has('report') || parts.size > 1) console.log(formatMachine(machine));

if (parts.has('boot')) {
  const results: BootResult[] = [];
  for (const entities of SIZES) results.push(await runBoot(entities, options.starts));
  console.log(printGrid(bootGrid(results)));
  await keep('boot', { machine, extent: extent(), results });
  const inTime = (results.at(-1)?.total.median ?? 0) < MAX_BOOT_MS;
  console.log(`Condition: ${SIZES.at(-1)} entities boot in under ${MAX_BOOT_MS} ms: ${inTime ? 'met' : 'NOT MET'}.\n`);
  if (!inTime) process.exitCode = 1;
}

if (parts.has('requests')) {
  const results = await compare(sides, { ...options, root, reportProgress });
  const record = { machine, extent: extent(), results };
  console.log(formatRequests(record));
  // The page covers only complete runs without durable commits.
  const name = sides.isWhole && !options.isDurable ? requestsOn[options.store] : 'requests-chosen';
  const file = await keep(name, record, drawRecord(record));
  console.log(`Figures and picture: ${file}.*\n`);
  fail(checkGoals(results, goalsOn[options.store]).every(({ isMet }) => isMet));
}

if (parts.has('storm')) {
  const results = await runStorm({ ...options, root });
  console.log(printGrid(stormGrid(results)));
  await keep('storm', { machine, extent: extent(), results });
}

if (parts.has('micro')) {
  const results = await runMicro(options);
  console.log(printMicro(results));
  await keep('micro', { machine, extent: extent(), results });
}

if (parts.has('growth')) {
  const results = await runGrowth();
  console.log(printGrowth(results));
  await keep('growth', { machine, extent: extent(), results });
}

if (parts.has('limits')) {
  const results = await runLimits({ root, reportProgress });
  console.log(printGrid(limitsGrid(results)));
  await keep('limits', { machine, extent: extent(), results });
  await writeLimits(results, machine);
  console.log('docs/limits.md is written.');
}

if (parts.has('workers')) {
  const results = await runWorkers({ ...options, root, reportProgress });
  console.log(printGrid(workersGrid(results)));
  await keep('workers', { machine, extent: extent(), results });
}

if (parts.has('live')) {
  const results = await runLive({ ...options, root, reportProgress });
  console.log(printGrid(cohortsGrid(results)));
  console.log(printGrid(claimsGrid(results)));
  await keep('live', { machine, extent: extent(), results });
  await writeLive(results, machine);
  console.log('docs/live.md is written.');
}

if (parts.has('soak')) {
  const results = await runSoak({ ...options, root, reportProgress });
  console.log(printGrid(soakGrid(results)));
  console.log(formatSoak(results));
  await keep('soak', { machine, extent: extent(), results });
  fail(checkSoak(results).isMet);
}

if (parts.has('report') || (isFullRun(options) && sides.isWhole)) {
  reportPage('docs/performance.md', await writePerformance());
}

if (parts.has('report') || ((options.store === 'mariadb' || options.store === 'mysql') && sides.isWhole)) {
  reportPage('docs/performance-mysql.md', await writeFamilyPerformance());
}

/** @param missing parts without a record */
function reportPage(page: string, missing: readonly string[]): void {
  const commands = missing.map((part) => `npm run bench -- ${part}`).join(', ');
  console.log(missing.length === 0 ? `${page} is written.` : `${page} is left as it is: run ${commands} first.`);
  if (parts.has('report') && missing.length > 0) process.exitCode = 1;
}

/** Goals can be missed on a busy machine, so they fail only strict runs. */
function fail(isMet: boolean): void {
  if (strict && !isMet) process.exitCode = 1;
}

function extent(): Extent {
  const { starts, rounds, seconds, connections, isDurable, store } = options;
  return { starts, rounds, seconds, connections, isDurable, store };
}

function readOptionsOrExit(): Options & { readonly sides: Sides } {
  try {
    const read = readOptions(process.argv.slice(2));
    return { ...read, sides: chooseSides(read) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
