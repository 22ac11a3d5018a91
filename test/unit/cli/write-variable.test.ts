import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeVariable } from '../../../src/cli/write-variable.ts';
import { enterTemporaryFolder } from '../../support/run-command-line.ts';

beforeEach(async () => (await enterTemporaryFolder()).leave);

const read = () => parseEnv(readFileSync('.env', 'utf8'));

describe('writeVariable', () => {
  it.each([
    'plain',
    '',
    'two words',
    'a#b',
    "it's",
    String.raw`C:\new 'quoted'`,
    String.raw`\n`,
    '`',
    `"`,
    `'a' "b"`,
    '`a` "b"',
    "`a` 'b' # c",
    'two\nlines',
    `a'b"c\`d`,
    '$HOME',
    ' spaces ',
  ])('keeps the value %j, and the other variables', (value) => {
    writeFileSync('.env', "A='1'\nSECRET=old\nB=2\n");
    expect(writeVariable('SECRET', value)).toBe(true);
    expect(read()).toEqual({ A: '1', B: '2', SECRET: value });
    expect(writeVariable('SECRET', value)).toBe(false);
    expect(statSync('.env').mode & 0o777).toBe(0o600);
  });

  it.each([`a'b"c\`d #e`, "a'`\\n # b", 'a\rb'])(
    'rejects %j, which no quotation marks keep, unless the environment has the variable',
    (value) => {
      writeFileSync('.env', 'A=1\n');
      expect(() => writeVariable('SECRET', value)).toThrow(/Set the environment variable SECRET yourself/);
      expect(readFileSync('.env', 'utf8')).toBe('A=1\n');
      vi.stubEnv('SECRET', value);
      onTestFinished(() => void vi.unstubAllEnvs());
      expect(writeVariable('SECRET', value)).toBe(false);
    },
  );

  it('changes no other variable, even if one has several lines', () => {
    const content = "A='one\nSECRET=two\nthree'\nSECRET=old\n";
    writeFileSync('.env', content);
    expect(() => writeVariable('SECRET', 'new')).toThrow(/yourself/);
    expect(readFileSync('.env', 'utf8')).toBe(content);
  });
});
