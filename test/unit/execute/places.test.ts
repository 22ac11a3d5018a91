import { describe, expect, it } from 'vitest';
import { FairSlots } from '../../../src/execute/admission.ts';

/** How many places an entity gets that asks for one after the other. */
function takeAll(places: FairSlots, entity: string): number {
  let taken = 0;
  for (; places.hasFor([entity]); taken += 1) places.take([entity]);
  return taken;
}

describe('places', () => {
  it.each([
    { max: 1, kept: 0, alone: 1 },
    { max: 2, kept: 1, alone: 1 },
    { max: 4, kept: 1, alone: 3 },
    { max: 6, kept: 2, alone: 4 },
    { max: 10, kept: 2, alone: 7 },
    { max: 1000, kept: 0, alone: 801 },
  ])('of $max, $kept of them kept, one entity alone gets $alone', ({ max, kept, alone }) => {
    expect(takeAll(new FairSlots(max, kept), 'a')).toBe(alone);
  });

  it('are left to a third entity where two take all that they get', () => {
    const places = new FairSlots(6, 2);
    expect(['a', 'b', 'c', 'd'].map((entity) => takeAll(places, entity))).toEqual([4, 1, 1, 0]);
  });

  it('count for each entity of the work', () => {
    const places = new FairSlots(4, 1);
    places.take(['a', 'b']);
    places.take(['a', 'c']);
    places.take(['a']);
    expect(['a', 'b', 'c', 'd'].map((entity) => places.hasFor([entity]))).toEqual([false, false, false, true]);
    expect(places.hasFor(['d', 'a'])).toBe(false);
    expect(places.hasFor([])).toBe(true);
    places.give(['a', 'b']);
    expect(places.hasFor(['a'])).toBe(true);
  });

  it('may turn out to be those of an entity, and then no longer', () => {
    const places = new FairSlots(3, 1);
    places.take([]);
    places.take([]);
    expect(places.hasFor(['a'])).toBe(true);
    places.charge(['a'], 1);
    expect(places.hasFor(['a'])).toBe(false);
    places.charge(['a'], -1);
    expect(places.hasFor(['a'])).toBe(true);
  });
});
