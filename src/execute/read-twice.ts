import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../base/errors.ts';
import type { BoundStep, ReadStep } from '../store/script.ts';
import type { Driver } from '../store/store.ts';

/** Milliseconds until it is noticed which other sessions have ended with one. */
const NOTICED = 50;

/** Sessions die with a restart of the database, and it shows only when one is used: a read may be tried once more. */
export async function readTwice(step: BoundStep<ReadStep>, driver: Driver): Promise<readonly (string | null)[]> {
  try {
    return await driver.read(step);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    await setTimeout(NOTICED);
    return driver.read(step);
  }
}

/** Whether there was no session to run anything, or it was lost. */
export const isUnavailable = (error: unknown): boolean => error instanceof Refusal && error.code === 'Unavailable';
