import { styleText } from 'node:util';
import type { Overrides } from '../config/config-file.ts';
import { nameOf } from '../config/format-problems.ts';
import { type ConfigOption, openApplication } from './open-application.ts';

/** `joinery validate`: starts everything but the server, and stops it again. @throws as `openApplication` */
export async function validate({ config, ...overrides }: ConfigOption & Overrides): Promise<void> {
  const { application, file } = await openApplication({ config, detailed: true }, overrides);
  await application.close();
  const { entities, roles } = application.model;
  const number = `${entities.length} ${entities.length === 1 ? 'entity' : 'entities'}`;
  const facts = `${number}, roles ${[...roles].join(', ')}`;
  process.stdout.write(`${styleText('green', `${nameOf(file)} is valid`, { stream: process.stdout })}: ${facts}.\n`);
}
