import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it('Node flags are the same in every start command', () => {
  const flags = /^#!\/usr\/bin\/env -S node (--.+)$/m.exec(read('src/main.ts'))?.[1];
  expect(flags).toBeDefined();
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(scripts.start).toContain(`exec node ${flags} src/main.ts`);
  expect(scripts.joinery).toBe(`exec node ${flags} src/main.ts`);
});
