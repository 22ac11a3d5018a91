import { ApiError } from '../../src/base/errors.ts';

/** Returns the code of the ApiError that `work` throws, or undefined on success. @throws any other error */
export function apiErrorCode(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}
