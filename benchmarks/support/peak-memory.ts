import { readFileSync, writeFileSync } from 'node:fs';

/** Does nothing on systems without `/proc`. */
export function resetPeakMemory(pid: number): void {
  // https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Bytes; undefined without `/proc`. */
export function readPeakMemory(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}
