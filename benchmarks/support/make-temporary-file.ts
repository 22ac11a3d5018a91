import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function makeTemporaryFile(text: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'joinery-benchmark-'));
  const path = join(folder, 'file');
  await writeFile(path, text);
  return { path, remove: () => rm(folder, { recursive: true }) };
}
