import { describe, expect, it } from 'vitest';
import { FairSlots } from '../../../src/execute/admission/admission.ts';

/** Returns how many slots an entity can acquire in sequence. */
function takeAll(places: FairSlots, entity: string): number {
  let taken = 0;
  for (; places.hasCapacityFor([entity]); taken += 1) places.acquire([entity]);
  return taken;
}

describe('FairSlots', () => {
  it.each([
    { max: 1, reserved: 0, alone: 1 },
    { max: 2, reserved: 1, alone: 1 },
    { max: 4, reserved: 1, alone: 3 },
    { max: 6, reserved: 2, alone: 4 },
    { max: 10, reserved: 2, alone: 7 },
    { max: 1000, reserved: 0, alone: 801 },
  ])('with $max slots and $reserved reserved gives a single entity $alone', ({ max, reserved, alone }) => {
    expect(takeAll(new FairSlots(max, reserved), 'a')).toBe(alone);
  });

  it('leaves a slot for a third entity if two take their maximum', () => {
    const places = new FairSlots(6, 2);
    expect(['a', 'b', 'c', 'd'].map((entity) => takeAll(places, entity))).toEqual([4, 1, 1, 0]);
  });

  it('counts work for each of its entities', () => {
    const places = new FairSlots(4, 1);
    places.acquire(['a', 'b']);
    places.acquire(['a', 'c']);
    places.acquire(['a']);
    expect(['a', 'b', 'c', 'd'].map((entity) => places.hasCapacityFor([entity]))).toEqual([false, false, false, true]);
    expect(places.hasCapacityFor(['d', 'a'])).toBe(false);
    expect(places.hasCapacityFor([])).toBe(true);
    places.release(['a', 'b']);
    expect(places.hasCapacityFor(['a'])).toBe(true);
  });

  it('adjusts the usage of an entity up and down', () => {
    const places = new FairSlots(3, 1);
    places.acquire([]);
    places.acquire([]);
    expect(places.hasCapacityFor(['a'])).toBe(true);
    places.charge(['a'], 1);
    expect(places.hasCapacityFor(['a'])).toBe(false);
    places.charge(['a'], -1);
    expect(places.hasCapacityFor(['a'])).toBe(true);
  });
});
