import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storesOfShop } from '../support/dialects.ts';
import { differingAnswers } from './differing-answers.ts';
import { numberHashes } from './number-hashes.ts';

const read = (name: string, file: string): string => readFileSync(join(import.meta.dirname, name, file), 'utf8');

const differing = Object.entries(differingAnswers);

it('few cases have another answer on some database, each with a reason', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const found = folders.flatMap(({ name }) =>
    storesOfShop
      .filter((store) => existsSync(join(import.meta.dirname, name, `answer.${store.name}.json`)))
      .map((store) => `${name} on ${store.name}`),
  );
  expect(found.sort()).toEqual(
    differing.flatMap(([name, reasons]) => Object.keys(reasons).map((dialect) => `${name} on ${dialect}`)).sort(),
  );
  const onSqlDatabases = differing.filter(([, reasons]) => Object.keys(reasons).some((store) => store !== 'mongodb'));
  expect(onSqlDatabases.length).toBeLessThanOrEqual(8);
});

it.each(differing)('answers differ for %s', (name, reasons) => {
  const answer = numberHashes(read(name, 'answer.json'));
  for (const dialect of Object.keys(reasons))
    expect(numberHashes(read(name, `answer.${dialect}.json`))).not.toBe(answer);
});

it('numberHashes replaces row hashes and nothing else', () => {
  const hash = 'Z6OzowXhbPxFfpCLSv9wso';
  const other = '15a574b98390e5c42f3935fb5be64109';
  const body = 'af914083370108b427871bae8a660928';
  expect(numberHashes(`{"_etag": "${hash}", "tag": "${other}", "name": "${hash}", "_etag": "${hash}"}`)).toBe(
    `{"_etag": "hash 1", "tag": "hash 2", "name": "${hash}", "_etag": "hash 1"}`,
  );
  expect(numberHashes(`"etag": "\\"${hash}-${body}\\""`)).toBe(`"etag": "\\"hash 1-${body}\\""`);
});
