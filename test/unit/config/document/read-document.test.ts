import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDocument } from '../../../../src/config/document/read-files.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
});
afterAll(() => rm(folder, { recursive: true }));

const json = '{ "entities": { "Größe": {} } }';
const yaml = 'entities:\n  Größe: {}\n';
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

it.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 (little-endian)', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-16 (little-endian) with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 (big-endian)', (text: string) => swapped(Buffer.from(text, 'utf16le'))],
  ['UTF-16 (big-endian) with a byte order mark', (text: string) => swapped(Buffer.from(`\ufeff${text}`, 'utf16le'))],
])('reads a configuration in %s', async (_name, encode) => {
  for (const [name, text] of [
    ['joinery.json', json],
    ['joinery.yaml', yaml],
  ] as const) {
    const file = join(folder, name);
    await writeFile(file, encode(text));
    expect(readDocument(file)).toMatchObject({ value: { entities: { Größe: {} } } });
  }
});
