import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigurationError } from '../../../src/base/problem.ts';
import { findConfigFile } from '../../../src/config/find-config-file.ts';
import { withFile, withFiles } from './with-file.ts';

it.each(['joinery.json', 'joinery.yaml', 'joinery.yml'])('finds %s in the folder', (name) => {
  withFile('', (file) => expect(findConfigFile(undefined, dirname(file))).toBe(file), name);
});

it('takes the given path, from the folder on', () => {
  expect(findConfigFile('conf/my.json', '/srv')).toBe('/srv/conf/my.json');
  expect(findConfigFile('/etc/my.json', '/srv')).toBe('/etc/my.json');
});

it('says which names it looked for', () => {
  withFile(
    '',
    (file) => {
      const folder = dirname(file);
      expect(() => findConfigFile(undefined, folder)).toThrow(ConfigurationError);
      expect(() => findConfigFile(undefined, join(folder, 'deeper'))).toThrow(ConfigurationError);
    },
    'other.json',
  );
});

it('finds the configuration of Data API builder where there is none of its own', () => {
  withFiles({ 'dab-config.json': '' }, (folder) =>
    expect(findConfigFile(undefined, folder)).toBe(join(folder, 'dab-config.json')),
  );
  withFiles({ 'dab-config.json': '', 'joinery.yml': '' }, (folder) =>
    expect(findConfigFile(undefined, folder)).toBe(join(folder, 'joinery.yml')),
  );
});

it('refuses a variant that would have to be merged', () => {
  withFiles({ 'dab-config.json': '', 'dab-config.Test.json': '' }, (folder) => {
    expect(() => findConfigFile(undefined, folder, { DAB_ENVIRONMENT: 'Test' })).toThrow(ConfigurationError);
    expect(() => findConfigFile(undefined, folder, { ASPNETCORE_ENVIRONMENT: 'Test' })).toThrow(ConfigurationError);
    expect(findConfigFile(undefined, folder, { DAB_ENVIRONMENT: 'Other' })).toBe(join(folder, 'dab-config.json'));
    expect(findConfigFile('x.json', folder, { DAB_ENVIRONMENT: 'Test' })).toBe(join(folder, 'x.json'));
  });
});
