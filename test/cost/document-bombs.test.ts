import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { createDocuments, readDocument } from '../../src/server/documents/documents.ts';
import { bootShop } from '../support/boot-shop.ts';

const TIMES = 12;

/** Maximum ratio of the time of a bomb to the time of a normal document with as many tokens. */
const FACTOR = 10;

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');

/** A valid document of the maximum length. */
const honest = `{ customers(filter: { id: { in: [${'1 '.repeat(980)}] nin: [${'2 '.repeat(980)}] } }) { id } }`;

/** Documents that cause as much work as possible with few tokens. */
const bombs: readonly (readonly [name: string, query: string])[] = [
  ['aliases of a root field', `{ ${many(280, (index) => `a${index}: customers { id }`)} }`],
  ['aliases of one field', `{ customers { ${many(650, (index) => `a${index}: id`)} } }`],
  [
    'a fragment in itself',
    '{ employees { ...A ...B } } fragment A on Employee { ...A ...B id } fragment B on Employee { ...A ...B }',
  ],
  [
    'a long cycle of fragments',
    `{ employees { ...F0 } } ${many(100, (index) => `fragment F${index} on Employee { manager { ...F${(index + 1) % 100} } }`)}`,
  ],
  [
    'many cycles of fragments',
    `{ employees { ...F0 } } ${many(60, (index) => `fragment F${index} on Employee { ${many(10, (step) => `...F${(index + step + 1) % 60}`)} }`)}`,
  ],
  [
    'fragments that double',
    `{ employees { ...F0 } } ${many(60, (index) => `fragment F${index} on Employee { a: manager { ...F${index + 1} } b: manager { ...F${index + 1} } }`)} fragment F60 on Employee { id }`,
  ],
  [
    'fragments that double in one place',
    `{ employees { ...F0 } } ${many(100, (index) => `fragment F${index} on Employee { ...F${index + 1} ...F${index + 1} }`)} fragment F100 on Employee { id }`,
  ],
  ['directives on one field', `{ customers { id ${'@skip(if: false) '.repeat(280)} } }`],
  ['directives on many fields', `{ customers { ${'id @include(if: true) '.repeat(240)} } }`],
  ['directives that there are not', `{ customers { id ${'@a '.repeat(950)} } }`],
  ['levels of fields', `{ employees { ${'manager { '.repeat(640)}id${' }'.repeat(640)} } }`],
  ['levels of inline fragments', `{ employees { ${'... { '.repeat(600)}id${' }'.repeat(600)} } }`],
  ['one field again and again', `{ customers { ${'id '.repeat(1980)} } }`],
  ['fields that may clash', `{ employees { ${many(180, () => 'manager { id name: title }')} } }`],
];

describe('the cost of reading a malicious document', () => {
  let app: Application;
  beforeAll(async () => {
    app = await bootShop();
  });
  afterAll(() => app.close());

  /**
   * Returns the CPU time in microseconds to parse and validate an uncached document: the minimum of several runs, to
   * exclude disturbances.
   */
  const cpuOf = (query: string): number =>
    Math.min(
      ...Array.from({ length: TIMES }, () => {
        const { limits } = app.config.runtime;
        const documents = createDocuments({ schema: app.schema, introspection: true, cacheBytes: 1_000_000, limits });
        const before = process.cpuUsage();
        readDocument(documents, query);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      }),
    );

  it.each(bombs)('is bounded for %s', (_name, query) => {
    expect(cpuOf(query)).toBeLessThan(FACTOR * cpuOf(honest));
  });

  it('is compared with a valid document', () => {
    const { limits } = app.config.runtime;
    const documents = createDocuments({ schema: app.schema, introspection: true, cacheBytes: 1_000_000, limits });
    expect(readDocument(documents, honest)).toHaveProperty('document');
  });
});
