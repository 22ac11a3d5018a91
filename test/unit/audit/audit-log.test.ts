import { mkdtempSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AuditLog } from '../../../src/audit/audit-log.ts';
import { LineFile } from '../../../src/audit/line-file.ts';
import type { AuditSettings } from '../../../src/config/config.ts';
import { DISK_BYTES, mountSmallDisk, NO_MOUNT } from '../../support/small-disk.ts';

const newPath = (): string => join(mkdtempSync(join(tmpdir(), 'joinery-audit-')), 'audit.jsonl');

const lineOf = (number: number, size = 100): string => `${JSON.stringify({ number, text: 'x'.repeat(size) })}\n`;

/** Returns the numbers of the valid lines. */
const numbersIn = (path: string): readonly number[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        return [JSON.parse(text).number];
      } catch {
        return [];
      }
    });

function openLog(path: string, onFailure: AuditSettings['onFailure'], sync: AuditSettings['sync'] = 'always') {
  const lost: number[] = [];
  const log = new AuditLog(
    new LineFile(path, sync),
    { onFailure, queueBytes: 1_000_000 },
    {
      observe: (observation) => {
        if (observation.kind === 'auditLost') lost.push(observation.lines);
      },
    },
  );
  return { log, lost, lostLines: () => lost.reduce((sum, lines) => sum + lines, 0) };
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('the audit log', () => {
  it.each(['always', 'interval', 'never'] as const)('writes concurrent lines once, with sync %s', async (sync) => {
    const path = newPath();
    const { log } = openLog(path, 'refuse', sync);
    await Promise.all(range(1000).map((number) => log.write(lineOf(number), 1)));
    expect(numbersIn(path)).toEqual(range(1000));
    await log.close();
  });

  it('writes all lines before it is closed', async () => {
    const path = newPath();
    const { log, lost } = openLog(path, 'continue');
    for (const number of range(1000)) expect(log.write(lineOf(number), 1)).toBeUndefined();
    await log.close();
    expect(numbersIn(path)).toEqual(range(1000));
    expect(lost).toEqual([]);
  });

  it('appends to a file that ends in the middle of a line', async () => {
    const path = newPath();
    writeFileSync(path, `${lineOf(1)}{"number":2,"te`);
    const { log } = openLog(path, 'refuse');
    await log.write(lineOf(3), 1);
    expect(numbersIn(path)).toEqual([1, 3]);
    await log.close();
  });

  it('writes to a new file after the old one is moved', async () => {
    const path = newPath();
    const { log } = openLog(path, 'refuse');
    await log.write(lineOf(1), 1);
    renameSync(path, `${path}.1`);
    await log.write(lineOf(2), 1);
    log.reopen();
    await log.write(lineOf(3), 1);
    expect([numbersIn(`${path}.1`), numbersIn(path)]).toEqual([[1, 2], [3]]);
    await log.close();
  });

  it('makes callers wait while its memory is full, and then writes their lines', async () => {
    const path = newPath();
    const { log, lost } = openLog(path, 'continue');
    const waits = range(20).map((number) => log.write(lineOf(number, 100_000), 1));
    expect(waits.some((wait) => wait === undefined)).toBe(true);
    expect(waits.some((wait) => wait !== undefined)).toBe(true);
    await Promise.all(waits);
    await log.close();
    expect(numbersIn(path)).toEqual(range(20));
    expect(lost).toEqual([]);
  });

  it('refuses lines while its memory is full', async () => {
    const { log } = openLog(newPath(), 'refuse');
    const first = log.write(lineOf(1, 900_000), 1);
    expect(() => log.write(lineOf(2, 200_000), 1)).toThrow('The audit log cannot be written');
    await first;
    await log.close();
  });

  it('refuses lines without a folder that it may create', async () => {
    const path = newPath();
    writeFileSync(path, '');
    const { log } = openLog(join(path, 'audit.jsonl'), 'refuse');
    await expect(log.write(lineOf(1), 1)).rejects.toMatchObject({ code: 'Unavailable' });
    await log.close();
  });
});

const disk = await mountSmallDisk();
afterAll(() => disk?.unmount());

describe.skipIf(disk === undefined)(`on a full disk (skipped if ${NO_MOUNT})`, () => {
  const pathOn = (name: string): string => join(disk?.folder ?? '', name);

  it('refuses lines, and writes further lines once there is space', async () => {
    const path = pathOn('refuse.jsonl');
    const { log, lost } = openLog(path, 'refuse');
    const settled = await Promise.allSettled(range(1000).map((number) => log.write(lineOf(number), 1)));
    const accepted = settled.flatMap(({ status }, number) => (status === 'fulfilled' ? [number] : []));
    expect(accepted.length).toBeGreaterThan(300);
    expect(accepted.length).toBeLessThan(700);
    expect(numbersIn(path)).toEqual(accepted);
    const fragment = readFileSync(path, 'utf8').split('\n').at(-1);
    truncateSync(path);
    await log.write(lineOf(2000), 1);
    expect(fragment).not.toBe('');
    expect(numbersIn(path)).toEqual([2000]);
    expect(lost).toEqual([]);
    await log.close();
    truncateSync(path);
  });

  it.each([
    ['written if only its line break is missing', 1, [1], []],
    ['lost if its last character is missing', 2, [], [1]],
  ])('counts a line as %s', async (_title, missing, written, lostLines) => {
    const path = pathOn('cut.jsonl');
    writeFileSync(path, '\n'.repeat(DISK_BYTES - (Buffer.byteLength(lineOf(1)) - missing)));
    const { log, lost } = openLog(path, 'continue');
    log.write(lineOf(1), 1);
    await log.close();
    expect(numbersIn(path)).toEqual(written);
    expect(lost).toEqual(lostLines);
    truncateSync(path);
  });

  it('writes only the missing lines of an outcome that is cut between two lines', async () => {
    const path = pathOn('between.jsonl');
    writeFileSync(path, '\n'.repeat(DISK_BYTES - Buffer.byteLength(lineOf(1)) - 10));
    const { log, lost } = openLog(path, 'refuse');
    await log.writeOutcome(`${lineOf(1)}${lineOf(2)}`, 2);
    expect(numbersIn(path)).toEqual([1]);
    truncateSync(path);
    await log.close();
    expect(numbersIn(path)).toEqual([2]);
    expect(lost).toEqual([]);
    truncateSync(path);
  });

  it('counts only the missing lines as lost', async () => {
    const path = pathOn('partly.jsonl');
    writeFileSync(path, '\n'.repeat(DISK_BYTES - Buffer.byteLength(lineOf(1)) - 10));
    const { log, lost } = openLog(path, 'continue');
    log.write(`${lineOf(1)}${lineOf(2)}`, 2);
    await log.close();
    expect(numbersIn(path)).toEqual([1]);
    expect(lost).toEqual([1]);
    truncateSync(path);
  });

  it('keeps outcomes until there is space', async () => {
    const path = pathOn('outcomes.jsonl');
    const { log, lost } = openLog(path, 'refuse');
    await Promise.allSettled(range(1000).map((number) => log.write(lineOf(number), 1)));
    await log.writeOutcome(lineOf(5000, 1000), 1);
    expect(numbersIn(path)).not.toContain(5000);
    truncateSync(path);
    await expect.poll(() => numbersIn(path)).toEqual([5000]);
    expect(lost).toEqual([]);
    await log.close();
    truncateSync(path);
  });

  it('counts lost lines if requests continue', async () => {
    const path = pathOn('continue.jsonl');
    const { log, lostLines } = openLog(path, 'continue');
    await Promise.all(range(1000).map((number) => log.write(lineOf(number), 1)));
    await log.close();
    expect(lostLines()).toBeGreaterThan(300);
    expect(numbersIn(path).length + lostLines()).toBe(1000);
    truncateSync(path);
  });
});
