/** Names to list at most. */
const MAX_LISTED = 12;

/** Lists `a, b, c`, or the first names and the number of others. */
export function listNames(names: readonly string[]): string {
  const others = names.length - MAX_LISTED;
  return `${names.slice(0, MAX_LISTED).join(', ')}${others > 0 ? `, and ${others} more` : ''}`;
}
