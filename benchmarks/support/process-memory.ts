import { readFileSync, writeFileSync } from 'node:fs';

/** Does nothing on systems without `/proc`. */
export function resetPeakMemory(pid: number): void {
  // https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Bytes; undefined without `/proc`. */
export const readPeakMemory = (pid: number): number | undefined => readStatus(pid, 'VmHWM');

/** Bytes of the resident set; undefined without `/proc`. */
export const readMemory = (pid: number): number | undefined => readStatus(pid, 'VmRSS');

function readStatus(pid: number, field: string): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, kibibytes] =
    new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}
