export function memoizeLast<K, V>(current: () => K, make: (key: K) => V): () => V {
  let last: { readonly key: K; readonly value: V } | undefined;
  return () => {
    const key = current();
    if (last === undefined || last.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}
