/**
 * Converts the values of a generator. `return` reaches the source at once: a native generator would first wait for the
 * next value.
 * @param onEnd runs when `next`, `return`, or `throw` reports the end of the source
 */
export function mapResults<A, B>(
  source: AsyncGenerator<A, undefined>,
  map: (value: A) => B,
  onEnd = (): unknown => undefined,
): AsyncGenerator<B, undefined> {
  const convert = (result: IteratorResult<A, undefined>): IteratorResult<B, undefined> => {
    if (result.done !== true) return { done: false, value: map(result.value) };
    onEnd();
    return result;
  };
  const results: AsyncGenerator<B, undefined> = {
    next: async () => convert(await source.next()),
    return: async () => convert(await source.return(undefined)),
    throw: async (error) => convert(await source.throw(error)),
    [Symbol.asyncIterator]: () => results,
    [Symbol.asyncDispose]: async () => void (await source.return(undefined)),
  };
  return results;
}
