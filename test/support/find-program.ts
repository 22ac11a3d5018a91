import { stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Returns the path of the first installed program, including daemons, or undefined. */
export async function findProgram(names: readonly string[]): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    if ((await stat(path).catch(() => undefined)) !== undefined) return path;
  }
  return undefined;
}
