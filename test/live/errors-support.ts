/**
 * Returns the rejection of a promise.
 * @throws Error if it fulfills
 */
export async function errorOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The promise did not reject.');
}
