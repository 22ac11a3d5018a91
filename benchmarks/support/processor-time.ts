import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Fields of `/proc/<pid>/stat`; times in clock ticks. */
export interface Stat {
  readonly parent: number;
  /** User and kernel time of all threads. */
  readonly own: number;
  /** Time of ended descendants. */
  readonly ended: number;
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
export function parseStat(text: string): Stat {
  // The name is in parentheses and may contain any character.
  const fields = text
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { parent: fields[1] ?? 0, own: user + system, ended: endedUser + endedSystem };
}

/** Microseconds of all threads; undefined without `/proc`. */
export function readProcessorTime(pid: number): number | undefined {
  const stat = readStat(pid);
  return stat && toMicroseconds(stat.own);
}

/** Microseconds including running and ended descendants, so the value never shrinks. Undefined without `/proc`. */
export function readFamilyTime(pid: number): number | undefined {
  const head = readStat(pid);
  if (head === undefined) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid);
  return toMicroseconds(children.reduce((sum, { own, ended }) => sum + own + ended, head.own + head.ended));
}

/** Returns undefined on systems without `/proc`. */
export function readParent(pid: number): number | undefined {
  return readStat(pid)?.parent;
}

/** Returns undefined on systems without `/proc`, and if the process has ended. */
function readStat(pid: number): Stat | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

let ticks: number | undefined;

function toMicroseconds(time: number): number {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return (time * 1_000_000) / ticks;
}
