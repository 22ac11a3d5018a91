import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What `/proc/<pid>/stat` tells of a process; times in ticks of the clock. */
export interface Stat {
  readonly parent: number;
  /** All its threads together, in its own code and in the kernel. */
  readonly own: number;
  /** Of its children that have ended, and of theirs. */
  readonly ended: number;
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
export function parseStat(text: string): Stat {
  // The name stands in parentheses and may hold anything.
  const fields = text
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { parent: fields[1] ?? 0, own: user + system, ended: endedUser + endedSystem };
}

/** Microseconds of processor time that a process, all its threads together, has used; undefined where there is no `/proc`. */
export function readProcessorTime(pid: number): number | undefined {
  const stat = readStat(pid);
  return stat && toMicroseconds(stat.own);
}

/**
 * Microseconds that a process, its children, and those that were its children have used, so that it never shrinks when
 * one of them ends; undefined where there is no `/proc`.
 */
export function readFamilyTime(pid: number): number | undefined {
  const head = readStat(pid);
  if (head === undefined) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid);
  return toMicroseconds(children.reduce((sum, { own, ended }) => sum + own + ended, head.own + head.ended));
}

/** The process that started another one; undefined where there is no `/proc`. */
export function readParent(pid: number): number | undefined {
  return readStat(pid)?.parent;
}

/** Undefined also for a process that has ended meanwhile. */
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
