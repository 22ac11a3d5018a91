import { readFileSync } from 'node:fs';
import { buildSchema as buildValidSchema } from 'graphql';
import { expect, it } from 'vitest';
import { buildModel } from '../../../../src/model/build/build-model.ts';
import type { Catalog } from '../../../../src/model/catalog.ts';
import { restrictTo } from '../../../../src/model/visibility.ts';
import { buildSchema } from '../../../../src/sdl/build-schema.ts';
import { printSdl } from '../../../../src/sdl/features.ts';
import { withDabStyle } from '../../../support/dab-style.ts';
import { openOfflineShop, recordedCatalog } from '../../../support/offline-shop.ts';

it.each(['sqlserver', 'mysql', 'mariadb'])(
  'an integer from 0 to 255 is an UnsignedByte on %s with compatibility "dab"',
  (name) => {
    const { config } = openOfflineShop(name);
    const catalog = JSON.parse(readFileSync(recordedCatalog(name), 'utf8')) as Catalog;
    const native = name === 'sqlserver' ? 'tinyint' : 'tinyint unsigned';
    const type = { scalar: 'Short', list: false, asText: false, native, range: { min: '0', max: '255' } } as const;
    const objects = catalog.objects.map((object) => ({
      ...object,
      columns: object.columns.map((column) => (column.name === 'rating' ? { ...column, type } : column)),
    }));
    const sdlOf = (written: typeof config): string =>
      printSdl(restrictTo('graphql', buildModel(written, { ...catalog, objects }).model));
    expect(sdlOf(config)).not.toContain('UnsignedByte');
    const sdl = sdlOf(withDabStyle(config));
    expect(() => buildValidSchema(sdl)).not.toThrow();
    expect(sdl).toMatch(/^rating: UnsignedByte$/m);
    expect(sdl).toContain('rating: UnsignedByteFilterInput');
    expect(sdl).toMatch(/^input UnsignedByteFilterInput \{\neq: UnsignedByte\n/m);
    const scalar = buildSchema(sdl).getType('UnsignedByte') as unknown as { parseValue(value: unknown): unknown };
    expect(scalar.parseValue(255)).toBe(255);
    expect(() => scalar.parseValue(256)).toThrow('UnsignedByte must be an integer from 0 to 255, found 256');
  },
);
