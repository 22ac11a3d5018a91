/** Divides items into parts of about equal size. */
export function divide<T>(items: readonly T[], parts: number): readonly (readonly T[])[] {
  const size = Math.ceil(items.length / parts);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}
