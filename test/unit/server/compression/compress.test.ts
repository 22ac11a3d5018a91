import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createCompress } from '../../../../src/server/compression/add-compression.ts';

const text = 'ж,'.repeat(2000);

test.each(['optimal', 'fastest'] as const)('%s: each encoding preserves the content', async (level) => {
  const compress = createCompress(level);
  for (const body of [text, Buffer.from(text)]) {
    expect(brotliDecompressSync((await compress(body, 'br')) ?? '').toString()).toBe(text);
    expect(gunzipSync((await compress(body, 'gzip')) ?? '').toString()).toBe(text);
  }
});

test('buffers are compressed once per encoding, strings each time', async () => {
  const compress = createCompress('optimal');
  const page = Buffer.from(text);
  expect(await compress(page, 'gzip')).toBe(await compress(page, 'gzip'));
  expect(await compress(page, 'br')).toBe(await compress(page, 'br'));
  expect(await compress(page, 'br')).not.toBe(await compress(page, 'gzip'));
  expect(await compress(text, 'gzip')).not.toBe(await compress(text, 'gzip'));
});

test('the level "optimal" produces fewer bytes than "fastest"', async () => {
  const rows = JSON.stringify(
    Array.from({ length: 500 }, (_, id) => ({ id, name: `Name ${(id * 7919) % 1000}`, price: id * 1.25 })),
  );
  for (const coding of ['br', 'gzip'] as const) {
    const [hard, quick] = [
      await createCompress('optimal')(rows, coding),
      await createCompress('fastest')(rows, coding),
    ];
    expect(hard?.length).toBeLessThan(quick?.length ?? 0);
  }
});
