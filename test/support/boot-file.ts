import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application } from '../../src/app/application.ts';
import { boot } from '../../src/app/boot.ts';
import { readConfig } from '../../src/config/read-config.ts';

/**
 * An application from a configuration written as a file; closed by the caller.
 * @throws ConfigurationError with every problem
 */
export async function bootFile(content: object): Promise<Application> {
  const folder = await mkdtemp(join(tmpdir(), 'joinery-file-'));
  try {
    const file = join(folder, 'joinery.json');
    await writeFile(file, JSON.stringify(content));
    return await boot(readConfig(file, {}).config, () => undefined);
  } finally {
    await rm(folder, { recursive: true });
  }
}
