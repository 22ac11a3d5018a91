import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { lengthen, seedOf } from './expressions/describe-expressions.ts';
import { compareSequences } from './writes/compare-sequences.ts';
import { OFTEN, requiredFeatures } from './writes/features.ts';

const schema = fileURLToPath(new URL('./writes/schema.sql', import.meta.url));

const SEQUENCES = 1000;

/** JOINERY_EXPRESSIONS makes it longer, JOINERY_SEED gives it another seed. */
describeOn('postgres', 'random sequences of writes and reads on PostgreSQL', () => {
  it('do and answer what a plain model in memory does', { timeout: lengthen(300_000) }, async () => {
    const url = await createDatabase('postgres', 'writes', [schema]);
    const { coverage, writes, mismatches } = await compareSequences(url, {
      sequences: lengthen(SEQUENCES),
      seed: seedOf(23),
    });
    expect(mismatches.join('\n\n')).toBe('');
    expect(requiredFeatures.filter((feature) => coverage.of(feature) < OFTEN)).toEqual([]);
    expect(writes.successful).toBeGreaterThan(0.5 * writes.all);
  });
});
