import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  parseStat,
  readFamilyTime,
  readParent,
  readProcessorTime,
} from '../../../benchmarks/support/processor-time.ts';

it('parseStat accepts a process name that looks like the fields after it', () => {
  const text = '4242 (a) R 1 (b c) S 17 4242 4242 0 -1 4194560 900 0 0 0 250 50 7 3 20 0 11 0 500 6000 700 18446744\n';
  expect(parseStat(text)).toEqual({ parent: 17, own: 300, ended: 10 });
});

describe.runIf(process.platform === 'linux')('processor time from the operating system', () => {
  const burn = 'while (process.cpuUsage().user < 100_000);';

  it('includes ended children in the family time only', () => {
    const before = readFamilyTime(process.pid) ?? Number.NaN;
    execFileSync(process.execPath, ['-e', burn]);
    // A clock tick lasts 10,000 microseconds.
    expect((readFamilyTime(process.pid) ?? Number.NaN) - before).toBeGreaterThanOrEqual(80_000);
    expect(readFamilyTime(process.pid)).toBeGreaterThan(readProcessorTime(process.pid) ?? Number.NaN);
  });

  it('is read with the correct parent process', () => {
    const program = `require('fs').readFileSync(0); process.stdout.write(String(process.ppid))`;
    expect(execFileSync(process.execPath, ['-e', program], { input: '', encoding: 'utf8' })).toBe(String(process.pid));
    expect(readParent(process.pid)).toBe(process.ppid);
  });

  it('is undefined for a process that does not exist', () => {
    expect(readProcessorTime(2 ** 30)).toBeUndefined();
    expect(readFamilyTime(2 ** 30)).toBeUndefined();
  });
});
