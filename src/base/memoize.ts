/** Memoizes the last result of make, keyed by the current key. */
export function memoizeLast<K, V>(current: () => K, make: (key: K) => V): () => V {
  let last: { readonly key: K; readonly value: V } | undefined;
  return () => {
    const key = current();
    if (last === undefined || last.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}

/** Memoizes a result for `milliseconds`. Concurrent callers share it. The next call after an error tries again. */
export function memoizeFor<T>(milliseconds: number, work: () => Promise<T>): () => Promise<T> {
  let latest: { readonly result: Promise<T>; readonly until: number } | undefined;
  return () => {
    const now = performance.now();
    if (latest === undefined || now >= latest.until) {
      const started = { result: work(), until: now + milliseconds };
      latest = started;
      started.result.catch(() => {
        if (latest === started) latest = undefined;
      });
    }
    return latest.result;
  };
}
