import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { differingAnswers } from './differing-answers.ts';
import { numberHashes } from './number-hashes.ts';

const read = (name: string, file: string): string => readFileSync(join(import.meta.dirname, name, file), 'utf8');

it('few cases have an answer of another database, each with its reason', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const differing = folders.filter(({ name }) =>
    ['mysql', 'mariadb'].some((dialect) => existsSync(join(import.meta.dirname, name, `answer.${dialect}.json`))),
  );
  expect(differing.map(({ name }) => name).sort()).toEqual(Object.keys(differingAnswers).sort());
  expect(differing.length).toBeLessThanOrEqual(8);
});

it.each(Object.keys(differingAnswers))('%s is answered otherwise indeed', (name) => {
  const [answer, ...others] = ['answer.json', 'answer.mysql.json', 'answer.mariadb.json'].map((file) =>
    numberHashes(read(name, file)),
  );
  for (const other of others) expect(other).not.toBe(answer);
});

it('hashes are told apart, and nothing else is taken for one', () => {
  const hash = 'Z6OzowXhbPxFfpCLSv9wso';
  const other = '15a574b98390e5c42f3935fb5be64109';
  const body = 'af914083370108b427871bae8a660928';
  expect(numberHashes(`{"_etag": "${hash}", "tag": "${other}", "name": "${hash}", "_etag": "${hash}"}`)).toBe(
    `{"_etag": "hash 1", "tag": "hash 2", "name": "${hash}", "_etag": "hash 1"}`,
  );
  expect(numberHashes(`"etag": "\\"${hash}-${body}\\""`)).toBe(`"etag": "\\"hash 1-${body}\\""`);
});
