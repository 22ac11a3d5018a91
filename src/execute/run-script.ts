import type { BoundStep } from '../store/script.ts';
import type { Driver } from '../store/store.ts';
import type { Admission } from './admission.ts';

/** The steps' outcome: the JSON text of each root value, by index. @throws Refusal by meaning of what the database said */
export async function runScript(
  steps: readonly BoundStep[],
  driver: Driver,
  admission: Admission,
): Promise<readonly (string | null)[]> {
  const [step] = steps;
  return step === undefined ? [] : admission.run(() => driver.read(step));
}
