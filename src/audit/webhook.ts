import { readFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Observers } from '../base/observers.ts';
import type { AuditSettings, AuditTarget } from '../config/config.ts';
import { type AppendResult, LineFile, type LineTarget } from './line-file.ts';

type Settings = Extract<AuditTarget, { kind: 'webhook' }>;

/** Minimum size of a full segment of the spool. A segment is deleted when all of its lines are delivered. */
const SEGMENT_BYTES = 1024 * 1024;

const BATCH_BYTES = 256 * 1024;

const REQUEST_MS = 30_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

/** Milliseconds for deliveries at shutdown. The rest is delivered after the next start. */
const CLOSE_MS = 2_000;

const POSITION = 'position.json';

interface Position {
  readonly segment: number;
  readonly offset: number;
}

interface Batch {
  readonly lines: readonly string[];
  /** Offset after the batch. */
  readonly end: number;
}

/**
 * Delivers lines at least once. Lines are written to a spool on disk first, and are sent from there, in order, until
 * the webhook answers with a status of 2xx. One process owns the spool.
 */
export class Webhook implements LineTarget {
  readonly #settings: Settings;
  readonly #sync: AuditSettings['sync'];
  readonly #observe: Observers['observe'];
  readonly #closing = new AbortController();
  readonly #stopped: Promise<void>;
  #position: Position;
  #segment = 0;
  #segmentBytes = 0;
  #spoolBytes = 0;
  #file: LineFile | undefined;
  #opening: Promise<void> | undefined;
  /** Resolved when there are lines to deliver, or at shutdown. */
  #wake = Promise.withResolvers<void>();
  #isFailing = false;
  #isClosing = false;

  constructor(settings: Settings, sync: AuditSettings['sync'], { observe }: Pick<Observers, 'observe'>) {
    this.#settings = settings;
    this.#sync = sync;
    this.#observe = observe;
    this.#position = readPosition(settings.spool);
    this.#stopped = this.#deliverAll();
  }

  async append(texts: readonly string[]): Promise<AppendResult> {
    try {
      await this.#open();
    } catch (error) {
      return { count: 0, error };
    }
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (this.#spoolBytes + bytes > this.#settings.spoolBytes) {
      return { count: 0, error: new Error('The spool of the webhook is full') };
    }
    this.#file ??= new LineFile(this.#pathOf(this.#segment), this.#sync);
    const appended = await this.#file.append(texts);
    this.#segmentBytes += bytes;
    this.#spoolBytes += bytes;
    if (this.#segmentBytes >= SEGMENT_BYTES) await this.#startSegment(this.#segment + 1);
    this.#wake.resolve();
    return appended;
  }

  /** Has no effect unless another program rotates the spool. */
  reopen(): void {
    this.#file?.reopen();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#wake.resolve();
    const deadline = setTimeout(() => this.#closing.abort(), CLOSE_MS);
    await this.#stopped;
    clearTimeout(deadline);
    await this.#file?.close();
  }

  async #startSegment(segment: number): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    this.#segment = segment;
    this.#segmentBytes = 0;
  }

  #open(): Promise<void> {
    this.#opening ??= this.#findSegments().catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /** A new process starts a new segment. */
  async #findSegments(): Promise<void> {
    const { spool } = this.#settings;
    await mkdir(spool, { recursive: true, mode: 0o700 });
    const names = (await readdir(spool)).filter((name) => /^\d+\.jsonl$/.test(name)).sort();
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(spool, name))).size));
    const numbers = names.map((name) => Number.parseInt(name, 10));
    this.#spoolBytes = sizes.reduce((sum, size) => sum + size, 0);
    this.#segment = Math.max(this.#position.segment, numbers.at(-1) ?? 0) + 1;
    const [first = this.#segment] = numbers;
    if (!numbers.includes(this.#position.segment)) this.#position = { segment: first, offset: 0 };
  }

  async #deliverAll(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!this.#closing.signal.aborted) {
      try {
        await this.#open();
        if (await this.#deliverNext()) {
          pause = FIRST_PAUSE_MS;
          this.#isFailing = false;
          continue;
        }
        if (this.#isClosing) return;
        await this.#wake.promise;
        this.#wake = Promise.withResolvers();
      } catch (error) {
        if (!this.#isFailing && !this.#closing.signal.aborted) this.#observe({ kind: 'auditDelayed', error });
        this.#isFailing = true;
        if (this.#isClosing) return;
        // Spreads the retries of several services.
        await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: this.#closing.signal, ref: false }).catch(
          () => undefined,
        );
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  /** Returns false if nothing is left. @throws Error if the webhook does not accept the lines */
  async #deliverNext(): Promise<boolean> {
    const { segment, offset } = this.#position;
    if (segment > this.#segment) return false;
    const batch = await readBatch(this.#pathOf(segment), offset);
    if (batch === undefined) {
      if (segment === this.#segment) return false;
      await this.#remove(segment);
      return true;
    }
    if (batch.lines.length > 0) await this.#send(batch.lines);
    await this.#move({ segment, offset: batch.end });
    return true;
  }

  async #send(lines: readonly string[]): Promise<void> {
    const { url, authorization } = this.#settings;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', ...(authorization !== undefined && { authorization }) },
      body: `${lines.join('\n')}\n`,
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(REQUEST_MS), this.#closing.signal]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The webhook answered with the status ${response.status}`);
  }

  async #move(position: Position): Promise<void> {
    const path = join(this.#settings.spool, POSITION);
    await writeFile(`${path}.new`, JSON.stringify(position));
    await rename(`${path}.new`, path);
    this.#position = position;
  }

  async #remove(segment: number): Promise<void> {
    const path = this.#pathOf(segment);
    const size = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    await this.#move({ segment: segment + 1, offset: 0 });
    await rm(path, { force: true });
    this.#spoolBytes -= size;
  }

  #pathOf(segment: number): string {
    return join(this.#settings.spool, `${String(segment).padStart(10, '0')}.jsonl`);
  }
}

function readPosition(spool: string): Position {
  try {
    return JSON.parse(readFileSync(join(spool, POSITION), 'utf8'));
  } catch {
    // Without a position, all lines are sent again.
    return { segment: 0, offset: 0 };
  }
}

/** Reads complete lines. Skips fragments of lines. Returns undefined at the end. */
async function readBatch(path: string, offset: number): Promise<Batch | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    // A line may be longer than a batch.
    for (let size = BATCH_BYTES; ; size *= 2) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, offset);
      const bytes = buffer.subarray(0, bytesRead);
      const end = bytes.lastIndexOf('\n') + 1;
      if (end > 0) return { lines: bytes.toString('utf8', 0, end).split('\n').filter(isLine), end: offset + end };
      if (bytesRead < size) return undefined;
    }
  } finally {
    await file.close();
  }
}

function isLine(text: string): boolean {
  if (text === '') return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
