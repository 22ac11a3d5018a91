import { stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The path of the first of these programs that the machine has, daemons included; undefined where it has none. */
export async function findProgram(names: readonly string[]): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    if ((await stat(path).catch(() => undefined)) !== undefined) return path;
  }
  return undefined;
}
