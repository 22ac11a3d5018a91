import { Refusal } from '../../src/base/errors.ts';

/** The code of the refusal that work ends with; undefined where it ends well. @throws what is no refusal */
export function refusalCode(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
