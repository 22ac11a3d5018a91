/** What a promise is rejected with. @throws Error when it is not */
export async function errorOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It was expected to fail.');
}
