import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createDatabase } from '../../support/create-database.ts';
import { describeOn, type ServerName } from '../../support/servers.ts';
import { lengthen, seedOf } from '../expressions/describe-expressions.ts';
import { compareSequences } from './compare-sequences.ts';
import type { OpenDatabase } from './database.ts';
import { requiredFeatures } from './features.ts';

export interface WritesTests {
  /** The file of the schema, beside this one. */
  readonly schema: string;
  readonly open: OpenDatabase;
  readonly sequences: number;
  /** How often each required feature must come at least. */
  readonly often: number;
}

/** JOINERY_EXPRESSIONS makes it longer, JOINERY_SEED gives it another seed. */
export function describeWrites(server: ServerName, { schema, open, sequences, often }: WritesTests): void {
  describeOn(server, `random sequences of writes and reads on ${server}`, () => {
    it('do and answer what a plain model in memory does', { timeout: lengthen(300_000) }, async () => {
      const url = await createDatabase(server, 'writes', [fileURLToPath(new URL(`./${schema}`, import.meta.url))]);
      const { coverage, writes, mismatches } = await compareSequences(url, {
        sequences: lengthen(sequences),
        seed: seedOf(23),
        open,
      });
      expect(mismatches.join('\n\n')).toBe('');
      expect(requiredFeatures.filter((feature) => coverage.of(feature) < often)).toEqual([]);
      expect(writes.successful).toBeGreaterThan(0.5 * writes.all);
    });
  });
}
