import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from './temporary-folder.ts';

export const DISK_BYTES = 65_536;

export interface SmallDisk {
  readonly folder: string;
  unmount(): void;
}

/** Mounts a file system, by default of 64 KiB. Returns undefined without the right to mount. */
export async function mountSmallDisk(bytes = DISK_BYTES): Promise<SmallDisk | undefined> {
  const folder = join(await makeTemporaryFolder(), 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return { folder, unmount: () => execFileSync('umount', ['-l', folder]) };
}

export const NO_MOUNT = 'this user may not mount a file system';
