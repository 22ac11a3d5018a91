import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { StoreName } from '../support/server-names.ts';
import { differingAnswers } from './differing-answers.ts';
import { numberHashes } from './number-hashes.ts';

/**
 * Compares an answer with `answer.json`, which `-u` updates on PostgreSQL. Other databases must return the same answer
 * except for hashes, unless `differing-answers.ts` lists them.
 */
export async function expectAnswer(
  text: string,
  { name, folder }: { readonly name: string; readonly folder: string },
  dialect: StoreName,
): Promise<void> {
  const written = join(folder, 'answer.json');
  if (dialect === 'postgres') await expect(text).toMatchFileSnapshot(written);
  else if (dialect in (differingAnswers[name] ?? {}))
    await expect(text).toMatchFileSnapshot(join(folder, `answer.${dialect}.json`));
  else expect(numberHashes(text)).toBe(numberHashes(readFileSync(written, 'utf8')));
}
