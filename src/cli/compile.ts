import { writeFile } from 'node:fs/promises';
import { type ConfigOption, openApplication } from './open-application.ts';

interface CompileOptions extends ConfigOption {
  readonly out?: string;
}

/** `joinery compile`: the public schema as SDL. @throws as `openApplication` */
export async function compile({ config, out }: CompileOptions): Promise<void> {
  const { application } = await openApplication({ config });
  await application.close();
  const sdl = `${application.sdl.trimEnd()}\n`;
  if (out === undefined) process.stdout.write(sdl);
  else await writeFile(out, sdl);
}
