import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProcessorTime } from '../support/processor-time.ts';
import { runNode } from '../support/run-node.ts';
import type { HttpRequest } from './targets.ts';

export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Whole milliseconds within which 99 of 100 requests were answered. */
  readonly p99: number;
  /** Microseconds of processor time that the server used for one request; undefined where there is no `/proc`. */
  readonly processorTime: number | undefined;
}

/** What autocannon prints, of which we read this. */
interface AutocannonResult {
  readonly duration: number;
  readonly requests: { readonly total: number };
  readonly latency: { readonly p99: number };
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
}

const autocannon = fileURLToPath(import.meta.resolve('autocannon'));

/**
 * Writes requests as the HTTP archive that autocannon takes them from.
 * @returns the file
 */
export async function writeRequests(folder: string, name: string, requests: readonly HttpRequest[]): Promise<string> {
  const entries = requests.map(({ method, url, headers, body }) => ({
    request: {
      method,
      url,
      headers: Object.entries(headers).map(([header, value]) => ({ name: header, value })),
      ...(body !== undefined && { postData: { text: body } }),
    },
  }));
  const file = join(folder, `${name}.har`);
  await writeFile(file, JSON.stringify({ log: { entries } }));
  return file;
}

/** Sends requests over and over from a process of its own. @throws Error when one of them failed */
export async function measureLoad(
  requests: { readonly file: string; readonly origin: string },
  pid: number,
  { connections, seconds }: Load,
): Promise<LoadResult> {
  const before = readProcessorTime(pid);
  const result = (await runNode({
    args: [autocannon, '-j', '-c', `${connections}`, '-d', `${seconds}`, '--har', requests.file, requests.origin],
  })) as AutocannonResult;
  const after = readProcessorTime(pid);
  const {
    requests: { total },
    duration,
    latency,
    errors,
    timeouts,
    non2xx,
  } = result;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`Under load ${errors} requests broke, ${timeouts} timed out, ${non2xx} were refused.`);
  }
  return {
    requestsPerSecond: total / duration,
    p99: latency.p99,
    processorTime: before === undefined || after === undefined ? undefined : (after - before) / total,
  };
}
