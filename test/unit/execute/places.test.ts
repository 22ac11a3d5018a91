import { describe, expect, it } from 'vitest';
import { FairSlots } from '../../../src/execute/admission.ts';

/** Returns how many slots an entity can acquire in sequence. */
function takeAll(places: FairSlots, entity: string): number {
  let taken = 0;
  for (; places.hasFor([entity]); taken += 1) places.take([entity]);
  return taken;
}

describe('FairSlots', () => {
  it.each([
    { max: 1, kept: 0, alone: 1 },
    { max: 2, kept: 1, alone: 1 },
    { max: 4, kept: 1, alone: 3 },
    { max: 6, kept: 2, alone: 4 },
    { max: 10, kept: 2, alone: 7 },
    { max: 1000, kept: 0, alone: 801 },
  ])('with $max slots and $kept reserved gives a single entity $alone', ({ max, kept, alone }) => {
    expect(takeAll(new FairSlots(max, kept), 'a')).toBe(alone);
  });

  it('leaves a slot for a third entity if two take their maximum', () => {
    const places = new FairSlots(6, 2);
    expect(['a', 'b', 'c', 'd'].map((entity) => takeAll(places, entity))).toEqual([4, 1, 1, 0]);
  });

  it('counts work for each of its entities', () => {
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

  it('adjusts the usage of an entity up and down', () => {
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
