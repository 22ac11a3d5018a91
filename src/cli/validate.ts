import { relative } from 'node:path';
import { styleText } from 'node:util';
import type { Overrides } from '../config/config-file.ts';
import { type ConfigOption, openApplication } from './open-application.ts';

/** `joinery validate`: starts everything but the server, and stops it again. @throws as `openApplication` */
export async function validate({ config, ...overrides }: ConfigOption & Overrides): Promise<void> {
  const { application, file } = await openApplication({ config, detailed: true }, overrides);
  await application.close();
  const { entities, roles } = application.model;
  const facts = `${entities.length} entities, roles ${[...roles].join(', ')}`;
  process.stdout.write(
    `${styleText('green', `${relative('', file)} is valid`, { stream: process.stdout })}: ${facts}.\n`,
  );
}
