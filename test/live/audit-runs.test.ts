import { randomInt } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import type { ConfigFile } from '../../src/config/schema/config-schema.ts';
import { createJoinery } from '../../src/index.ts';
import { startService } from '../faults/service/service-process.ts';
import { Random } from '../oracle/generate/random.ts';
import { createDatabase } from '../support/create-database.ts';
import { isLong } from '../support/long-run.ts';
import { DISK_BYTES, mountSmallDisk, NO_MOUNT } from '../support/small-disk.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import {
  type Attempt,
  AuditReport,
  attempt,
  NOTES_SQL,
  notesConfiguration,
  type OnFailure,
  readLog,
} from './audit-support.ts';

const SEED = Number(process.env.JOINERY_SEED ?? randomInt(2 ** 31));
console.info(`JOINERY_SEED=${SEED}`);

const CLIENTS = 8;

/** Acknowledged requests between two ends of the service. */
const REQUESTS_PER_RUN = isLong ? 5_000 : 150;

async function createNotes(name: string): Promise<string> {
  const sql = join(await makeTemporaryFolder(), 'notes.sql');
  writeFileSync(sql, NOTES_SQL);
  return createDatabase('postgres', name, [sql]);
}

/** Returns the ids of the requests that have created rows. */
async function creatorsIn(url: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select distinct text from notes where text like '%-%-%-%-%'");
  await client.end();
  return rows.map(({ text }) => text);
}

/** Sends random operations until stopped. */
function startClients(origin: string): { readonly attempts: Attempt[]; stop(): Promise<void> } {
  const attempts: Attempt[] = [];
  let isStopped = false;
  const clients = Array.from({ length: CLIENTS }, async (_, index) => {
    const random = new Random(SEED + index);
    while (!isStopped) {
      const sent = await attempt(origin, random);
      attempts.push(sent);
      if (sent.status === undefined) await sleep(50);
      if (sent.status === 503) await sleep(10);
    }
  });
  return {
    attempts,
    stop: async () => {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}

const isAcknowledged = ({ status }: Attempt): boolean => status !== undefined && status !== 503;

/** Returns acknowledged requests whose accesses differ from those in the log. */
const missingFrom = (report: AuditReport, attempts: readonly Attempt[]) =>
  attempts
    .filter(isAcknowledged)
    .map(({ id, expected, status }) => ({
      id,
      status,
      expected: expected.toSorted(),
      found: report.accessesOf(id).toSorted(),
    }))
    .filter(({ expected, found }) => expected.join() !== found.join());

/** Runs clients while the service ends by each signal, and starts again. */
async function runThroughRestarts(
  url: string,
  audit: object,
  signals: readonly ('SIGKILL' | 'SIGTERM')[],
): Promise<readonly Attempt[]> {
  const service = await startService(await makeTemporaryFolder(), notesConfiguration(url, audit));
  const { attempts, stop } = startClients(service.origin);
  const untilAcknowledged = async (number: number): Promise<void> => {
    while (attempts.filter(isAcknowledged).length < number) await sleep(20);
  };
  for (const [index, signal] of signals.entries()) {
    await untilAcknowledged((index + 1) * REQUESTS_PER_RUN);
    await service.stop(signal);
    await service.start();
  }
  await untilAcknowledged((signals.length + 1) * REQUESTS_PER_RUN);
  await stop();
  await service.stop();
  expect(attempts.filter(({ status }) => status === undefined).length).toBeGreaterThan(0);
  expect(attempts.filter(({ status }) => status === 500)).toEqual([]);
  return attempts;
}

/** Also changes that no response has acknowledged have a line. */
async function expectEachChangeIn(report: AuditReport, url: string): Promise<void> {
  const creators = await creatorsIn(url);
  expect(creators.length).toBeGreaterThan(50);
  expect(creators.filter((id) => report.accessesOf(id).length === 0)).toEqual([]);
}

it('names each access once, through restarts and kills', async () => {
  const file = join(await makeTemporaryFolder(), 'audit.jsonl');
  const url = await createNotes('audit_kills');
  const attempts = await runThroughRestarts(url, { file }, ['SIGKILL', 'SIGTERM', 'SIGKILL', 'SIGKILL']);
  const report = new AuditReport([readLog(file)]);
  expect(report.contradictions).toEqual([]);
  expect(missingFrom(report, attempts)).toEqual([]);
  await expectEachChangeIn(report, url);
});

it('delivers each line to the webhook at least once, through restarts and kills', async () => {
  const lines: string[] = [];
  let requests = 0;
  const receiver = createServer(async (request, response) => {
    const body = await text(request);
    requests += 1;
    // Every third batch is received, but its acknowledgement is not.
    lines.push(...body.trimEnd().split('\n'));
    response.writeHead(requests % 3 === 0 ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const spool = join(await makeTemporaryFolder(), 'spool');
  const url = await createNotes('audit_webhook');
  const audit = { target: 'webhook', url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, spool };
  const attempts = await runThroughRestarts(url, audit, ['SIGKILL', 'SIGKILL']);
  // The next process delivers the remaining lines.
  const service = await startService(await makeTemporaryFolder(), notesConfiguration(url, audit));
  const reportNow = (): AuditReport => new AuditReport([[...new Set(lines)].join('\n')]);
  await expect.poll(() => missingFrom(reportNow(), attempts), { timeout: 30_000 }).toEqual([]);
  await service.stop();
  receiver.close();
  const report = reportNow();
  expect(lines.length).toBeGreaterThan(report.lineCount);
  expect(report.contradictions).toEqual([]);
  await expectEachChangeIn(report, url);
});

/** Size of a page of the file system. */
const PAGE_BYTES = 4096;

/** Requests while the disk is full, before space is freed. */
const REQUESTS_WHILE_FULL = 100;

/** Files that are removed one after the other, to free space. The last one is large enough for the rest of the run. */
const RESERVES = [DISK_BYTES, DISK_BYTES, 64 * DISK_BYTES];

const disk = await mountSmallDisk(DISK_BYTES + RESERVES.reduce((sum, bytes) => sum + bytes, 0));
afterAll(() => disk?.unmount());

describe.skipIf(disk === undefined)(`on a full disk (skipped if ${NO_MOUNT})`, () => {
  async function run(onFailure: OnFailure, database: string) {
    const url = await createNotes(database);
    const folder = disk?.folder ?? '';
    const path = join(folder, `${onFailure}.jsonl`);
    const reserves = RESERVES.map((bytes, index) => ({ bytes, file: join(folder, `reserve-${index}`) }));
    for (const { file, bytes } of reserves) writeFileSync(file, Buffer.alloc(bytes));
    const audit = { file: path, 'on-failure': onFailure, sync: 'never' };
    const joinery = await createJoinery(notesConfiguration(url, audit, { metrics: true }) as unknown as ConfigFile);
    const server = createServer(joinery.handler);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { attempts, stop } = startClients(origin);
    const isFull = (): boolean => statfsSync(folder).bavail === 0 && statSync(path).size % PAGE_BYTES === 0;
    for (const { file } of reserves) {
      await expect.poll(isFull, { timeout: 30_000 }).toBe(true);
      const enough = attempts.length + REQUESTS_WHILE_FULL;
      while (attempts.length < enough) await sleep(20);
      rmSync(file);
    }
    await sleep(200);
    await stop();
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    await joinery.close();
    await new Promise((resolve) => server.close(resolve));
    const report = new AuditReport([readLog(path)]);
    rmSync(path);
    return { attempts, report, url, metrics };
  }

  it('refuses requests before any change, and names each access once', async () => {
    const { attempts, report, url } = await run('refuse', 'audit_refuse');
    expect(attempts.filter(({ status }) => status === 503).length).toBeGreaterThan(50);
    expect(attempts.filter(({ status }) => status === 500 || status === undefined)).toEqual([]);
    expect(report.contradictions).toEqual([]);
    expect(missingFrom(report, attempts)).toEqual([]);
    await expectEachChangeIn(report, url);
  });

  it('answers, and counts the lost lines', async () => {
    const { attempts, report, metrics } = await run('continue', 'audit_continue');
    expect(attempts.filter(({ status }) => status === undefined || status >= 500)).toEqual([]);
    const expected = attempts.flatMap(({ expected }) => expected).map((access) => (isPlain(access) ? 1 : 2));
    const total = expected.reduce((sum, lines) => sum + lines, 0);
    const [, lost] = /^joinery_audit_lost_lines_total (\d+)$/m.exec(metrics) ?? [];
    expect(Number(lost)).toBeGreaterThan(100);
    expect(report.lineCount + Number(lost)).toBe(total);
  });
});

/** Reads and denied accesses have no pending line. */
const isPlain = (access: string): boolean => / (read|\w+ denied) /.test(access);
