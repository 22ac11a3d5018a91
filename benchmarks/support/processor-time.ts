import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Microseconds of processor time that a process, all its threads together, has used; undefined where there is no `/proc`. */
export function readProcessorTime(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  // The name stands in parentheses and may hold anything; https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const [user, system] = fields.slice(11, 13).map(Number);
  return (((user ?? 0) + (system ?? 0)) * 1_000_000) / ticksPerSecond();
}

let ticks: number | undefined;

function ticksPerSecond(): number {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return ticks;
}
