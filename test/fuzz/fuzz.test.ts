import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../support/create-database.ts';
import { fuzz } from './fuzz.ts';
import { generators } from './generators.ts';
import { type FuzzTarget, startTarget } from './target.ts';

const SEED = 20_240_229;

const REQUESTS = 3000;

let target: FuzzTarget;
beforeAll(async () => {
  target = await startTarget('postgres', await createDatabase('postgres', 'fuzz', 'shop'));
});
afterAll(() => target.close());

describe('hostile requests', () => {
  it('are answered without an error of the service, and change nothing if refused', async () => {
    const { faults, statuses } = await fuzz(target, { seed: SEED, requests: REQUESTS });
    expect(faults).toEqual([]);
    expect([...statuses.keys()].sort()).toEqual([...Object.keys(generators), 'raw'].sort());
    const count = (generator: string, status: number) => statuses.get(generator)?.get(status) ?? 0;
    // The changes leave some requests valid, so that they reach all parts of the service.
    expect(count('changed documents', 200)).toBeGreaterThan(50);
    expect(count('URLs of REST', 200)).toBeGreaterThan(20);
    expect(count('writes of REST', 200) + count('writes of REST', 201)).toBeGreaterThan(5);
    expect(count('tokens', 401)).toBeGreaterThan(50);
    expect(count('raw', 400)).toBeGreaterThan(20);
  });

  it('can be repeated one by one', async () => {
    const { faults, statuses } = await fuzz(target, { seed: SEED, requests: 0, only: 7 });
    expect(faults).toEqual([]);
    expect([...statuses.values()].flatMap((counts) => [...counts.values()])).toEqual([1]);
  });
});
