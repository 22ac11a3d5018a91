import { constants, write } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { AuditSettings } from '../config/config.ts';

/** Result of an attempt to append lines. */
export interface AppendResult {
  /** Number of strings that are completely written and, with `sync: always`, on disk. */
  readonly count: number;
  /** Number of complete lines in the string that was only partly written. Defaults to 0. */
  readonly partialLines?: number;
  /** Absent if all strings are written. */
  readonly error?: unknown;
}

/** A destination of lines. Calls of `append` never overlap. */
export interface LineTarget {
  append(texts: readonly string[]): Promise<AppendResult>;
  /** Opens the file again, after another program has moved it. */
  reopen(): void;
  close(): Promise<void>;
}

type OpenFile = Pick<FileHandle, 'datasync' | 'close'> & {
  write(bytes: Buffer, from: number): Promise<{ readonly bytesWritten: number }>;
};

const STANDARD_OUTPUT = 1;

const standardOutput: OpenFile = {
  write: (bytes, from) => promisify(write)(STANDARD_OUTPUT, bytes, from),
  datasync: async () => undefined,
  close: async () => undefined,
};

const SYNC_INTERVAL_MS = 1_000;

/** Delay before a write to a full pipe (EAGAIN) is retried. */
const RETRY_MS = 5;

const NEWLINE = 0x0a;

/**
 * A file to which lines are appended. Several processes may share it. A full disk can cut the last line. The next
 * write then starts with a line break, so that the fragment ends there. The fragment is not valid JSON.
 */
export class LineFile implements LineTarget {
  readonly #path: string | undefined;
  readonly #sync: AuditSettings['sync'];
  readonly #timer: NodeJS.Timeout | undefined;
  #file: OpenFile | undefined;
  #isCut = false;
  #mustReopen = false;
  #isUnsynced = false;

  /** @param path absent for standard output */
  constructor(path: string | undefined, sync: AuditSettings['sync']) {
    this.#path = path;
    this.#sync = path === undefined ? 'never' : sync;
    if (this.#sync === 'interval') this.#timer = setInterval(() => void this.#syncPending(), SYNC_INTERVAL_MS).unref();
  }

  async append(texts: readonly string[]): Promise<AppendResult> {
    let written = 0;
    const bytes = Buffer.from(texts.join(''));
    let file: OpenFile | undefined;
    try {
      file = await this.#open();
      if (this.#isCut) {
        await writeSome(file, Buffer.from('\n'), 0);
        this.#isCut = false;
      }
      while (written < bytes.length) written += await writeSome(file, bytes, written);
      if (this.#sync === 'always') await file.datasync();
      else this.#isUnsynced = true;
      return { count: texts.length };
    } catch (error) {
      this.#isCut ||= written > 0 && bytes[written - 1] !== NEWLINE;
      // After a failed sync, no line is certain to be on disk.
      if (written === bytes.length || !(await this.#trySync(file))) return { count: 0, error };
      // A line that lacks only its line break is complete: the next write adds the line break.
      const complete = bytes[written] === NEWLINE && written > 0 ? written + 1 : written;
      return { ...countWithin(texts, complete), error };
    }
  }

  /** With `sync: always`, syncs the lines that were written before an error. Returns false if the sync fails. */
  async #trySync(file: OpenFile | undefined): Promise<boolean> {
    if (this.#sync !== 'always' || file === undefined) return true;
    return file.datasync().then(
      () => true,
      () => false,
    );
  }

  reopen(): void {
    this.#mustReopen = true;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#closeFile();
  }

  async #open(): Promise<OpenFile> {
    if (this.#mustReopen) {
      this.#mustReopen = false;
      await this.#closeFile();
    }
    this.#file ??= this.#path === undefined ? standardOutput : await this.#openPath(this.#path);
    return this.#file;
  }

  async #openPath(path: string): Promise<OpenFile> {
    await mkdir(dirname(path), { recursive: true });
    // Readable by the owner only, because subjects are personal data.
    const file = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
    this.#isCut = await endsInFragment(file);
    return file;
  }

  async #closeFile(): Promise<void> {
    await this.#syncPending();
    await this.#file?.close();
    this.#file = undefined;
  }

  async #syncPending(): Promise<void> {
    if (!this.#isUnsynced || this.#sync === 'never') return;
    this.#isUnsynced = false;
    await this.#file?.datasync().catch(() => {
      this.#isUnsynced = true;
    });
  }
}

/** The previous process may have ended in the middle of a line. */
async function endsInFragment(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  await file.read(last, 0, 1, size - 1);
  return last[0] !== NEWLINE;
}

async function writeSome(file: OpenFile, bytes: Buffer, from: number): Promise<number> {
  for (;;) {
    try {
      return (await file.write(bytes, from)).bytesWritten;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      await sleep(RETRY_MS);
    }
  }
}

function countWithin(texts: readonly string[], bytes: number): Omit<AppendResult, 'error'> {
  let start = 0;
  for (const [count, text] of texts.entries()) {
    const content = Buffer.from(text);
    if (start + content.length > bytes) {
      const partialLines = content.subarray(0, bytes - start).filter((byte) => byte === NEWLINE).length;
      return { count, partialLines };
    }
    start += content.length;
  }
  return { count: texts.length };
}
