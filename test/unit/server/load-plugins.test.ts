import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPlugins } from '../../../src/server/graphql/load-plugins.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const PACKAGE = { 'package.json': '{ "type": "module" }' };

/** Writes files, and loads the first one as a plugin. @returns the folder, and the message of the error */
async function load(files: Readonly<Record<string, string>>) {
  const folder = await makeTemporaryFolder();
  for (const [name, text] of Object.entries({ ...PACKAGE, ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const [first = ''] = Object.keys(files);
  const message = await loadPlugins([join(folder, first)]).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  return { folder, message };
}

describe('errors of a plugin module', () => {
  it.each([
    ['const a = 1;\n\nthrow new TypeError("broken");', 'broken', 3],
    ['const a = 1;\nfunction fail() {\n  throw new Error("late");\n}\nfail();', 'late', 3],
    ['const a = 1;\nconst b = ;\nexport default {};', '', 2],
    ['import { GraphQLErorr } from "graphql";\nexport default {};', 'GraphQLErorr', 1],
  ])('have a file and a line: %j', async (text, message, line) => {
    for (const extension of ['ts', 'mts', 'js', 'mjs']) {
      const name = `a folder/test.${extension}`;
      const found = await load({
        [name]: text,
        'node_modules/graphql/package.json': '{ "name": "graphql" }',
        'node_modules/graphql/index.js': 'exports.GraphQLError = Error;',
      });
      expect(found.message).toContain(message);
      expect(found.message).toContain(`test.${extension} cannot be loaded: `);
      expect(found.message).toContain(`(${join(found.folder, name)}:${line}`);
    }
  });

  it.each(['ts', 'js'])('name the imported file %s that has the mistake', async (extension) => {
    for (const [text, line] of [
      ['const a = 1;\nconst b = ;', 2],
      ['const a = 1;\n\nthrow new Error("broken");', 3],
    ]) {
      const { folder, message } = await load({
        'plugin.ts': `import './parts/part.${extension}';\nexport default {};`,
        [`parts/part.${extension}`]: String(text),
      });
      expect(message).toContain('plugin.ts cannot be loaded: ');
      expect(message).toContain(`(${join(folder, `parts/part.${extension}`)}:${line}`);
    }
  });

  it('name the file of the plugin if a package throws', async () => {
    const { folder, message } = await load({
      'plugin.ts': `import { create } from 'some-plugin';\n\nexport default create();`,
      'node_modules/some-plugin/package.json': '{ "name": "some-plugin", "type": "module", "main": "index.js" }',
      'node_modules/some-plugin/index.js': `export const create = () => { throw new Error('No options'); };`,
    });
    expect(message).toContain(`No options (${join(folder, 'plugin.ts')}:3:16).`);
  });

  it('have no location if Node knows none', async () => {
    const { folder, message } = await load({ 'plugin.ts': `import './missing.ts';` });
    expect(message).toMatch(new RegExp(`Cannot find module '${folder}/missing.ts' imported from [^ ]*plugin\\.ts$`));
    expect((await load({ 'plugin.ts': `throw 'a text';` })).message).toMatch(/cannot be loaded: a text$/);
  });
});

describe('a plugin with the syntax of ES modules in a CommonJS package', () => {
  const plugin = `const a = 1;\nexport default { onParse: () => undefined };`;

  it.each([
    ['ts', plugin],
    ['js', plugin],
    ['ts', `import { join } from 'node:path';\n${plugin}`],
    ['ts', `const a = await Promise.resolve(1);\nmodule.exports = { onParse: () => undefined };`],
  ])('is an error that says what to change: %s, %j', async (extension, text) => {
    const { folder, message } = await load({
      [`plugins/test.${extension}`]: text,
      'package.json': '{ "type": "commonjs" }',
    });
    expect(message).toContain(
      `Its package is of type CommonJS. Set "type": "module" in ${join(folder, 'package.json')}, or rename the file to test.m${extension}.`,
    );
  });

  it('names the extension of CommonJS files', async () => {
    const { message } = await load({ 'test.cts': plugin });
    expect(message).toContain('Rename the file to test.mts.');
  });

  it('loads without a type, as .mts, and with module.exports', async () => {
    expect((await load({ 'test.ts': plugin, 'package.json': '{}' })).message).toBeUndefined();
    expect((await load({ 'test.mts': plugin, 'package.json': '{ "type": "commonjs" }' })).message).toBeUndefined();
    const exported = 'module.exports = { onParse: () => undefined };';
    expect((await load({ 'test.ts': exported, 'package.json': '{ "type": "commonjs" }' })).message).toBeUndefined();
  });
});

describe('a second copy of graphql', () => {
  const copy = (folder: string) => ({
    [`${folder}/node_modules/graphql/package.json`]: '{ "name": "graphql", "version": "16.0.0", "main": "index.js" }',
    [`${folder}/node_modules/graphql/index.js`]: `exports.GraphQLError = Error; require('./error.js');`,
    [`${folder}/node_modules/graphql/error.js`]: '',
  });
  const plugin = `export default { onParse: () => undefined };`;

  it.each([
    ['import', 'module', `import 'graphql';\nexport const used = 1;`],
    ['require', 'commonjs', `require('graphql');\nexports.used = 1;`],
    ['import of a file', 'module', `import 'graphql/error.js';\nexport const used = 1;`],
  ])('is an error, by %s in a package', async (_way, type, text) => {
    const files = {
      'plugins/first.ts': `import { used } from 'some-plugin';\nif (used !== 1) throw new Error('Unused');\n${plugin}`,
      'node_modules/some-plugin/package.json': JSON.stringify({ name: 'some-plugin', type, main: 'index.js' }),
      'node_modules/some-plugin/index.js': `${text}\n`,
      ...copy('node_modules/some-plugin'),
    };
    const { folder, message } = await load(files);
    const inPackage = join(folder, 'node_modules/some-plugin');
    expect(message).toContain(
      `first.ts uses a second copy of "graphql": ${inPackage}/index.js imports ${inPackage}/node_modules/graphql/`,
    );
    expect(message).toContain('run "npm dedupe", or add "overrides": { "graphql": "16.');
    // Node has cached the package.
    const again = join(folder, 'plugins/second.ts');
    await writeFile(again, files['plugins/first.ts']);
    await expect(loadPlugins([again])).rejects.toThrow('second.ts uses a second copy');
  });

  it('is an error in the module of the plugin, and is allowed for packages that it does not import', async () => {
    const own = await load({ 'plugin.ts': `import 'graphql';\n${plugin}`, ...copy('.') });
    expect(own.message).toContain('plugin.ts uses a second copy of "graphql"');
    expect((await load({ 'plugin.ts': plugin, ...copy('.') })).message).toBeUndefined();
  });

  it('accepts the copy of the service, and rejects its other module format', async () => {
    const folder = await makeTemporaryFolder();
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    const write = async (name: string, specifier: string): Promise<string> => {
      await writeFile(join(folder, name), `import '${specifier}';\n${plugin}`);
      return join(folder, name);
    };
    await expect(loadPlugins([await write('same.mjs', 'graphql')])).resolves.toHaveLength(1);
    await expect(loadPlugins([await write('file.mjs', 'graphql/language/printer.js')])).resolves.toHaveLength(1);
    await expect(loadPlugins([await write('other.mjs', 'graphql/language/printer.mjs')])).rejects.toThrow(
      'second copy of "graphql"',
    );
  });
});
