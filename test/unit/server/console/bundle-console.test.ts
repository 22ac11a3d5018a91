import { expect, it } from 'vitest';
import { bundleConsole } from '../../../../src/server/console/bundle-console.ts';

it('bundles the console without the layout of diagrams, which loads on demand', async () => {
  const { script, style, files } = await bundleConsole();
  const names = [...files.keys()];
  expect([script, style]).toEqual([
    expect.stringMatching(/^main-[A-Z0-9]{8}\.js$/),
    expect.stringMatching(/^console-[A-Z0-9]{8}\.css$/),
  ]);
  expect(names).toEqual(expect.arrayContaining([script, style, expect.stringMatching(/^layout-[A-Z0-9]{8}\.js$/)]));
  const main = files.get(script)?.toString() ?? '';
  expect(main).toContain('joinery.role');
  expect(main).not.toContain('rankdir:"TB"');
});
