import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application } from '../../src/app/application.ts';
import { bootFile as boot } from '../../src/app/boot-file.ts';
import { Observers } from '../../src/base/observers.ts';
import type { Problem } from '../../src/base/problem.ts';

/**
 * Boots an application from the content of a configuration file; the caller closes it.
 * @param warn receives warnings
 * @throws ConfigurationError with all problems
 */
export async function bootFile(
  content: object,
  warn: (problem: Problem) => void = () => undefined,
): Promise<Application> {
  const folder = await mkdtemp(join(tmpdir(), 'joinery-file-'));
  try {
    const file = join(folder, 'joinery.json');
    await writeFile(file, JSON.stringify(content));
    const observers = new Observers();
    observers.add({ problem: ({ problem }) => warn(problem) });
    return await boot(file, { env: {} }, observers);
  } finally {
    await rm(folder, { recursive: true });
  }
}
