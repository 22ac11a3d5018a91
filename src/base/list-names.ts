/** Names to list at most. */
const MAX_LISTED = 12;

/** Lists `a, b, c`. If there are more than `MAX_LISTED` names, adds the number of omitted names. */
export function listNames(names: readonly string[]): string {
  const others = names.length - MAX_LISTED;
  return `${names.slice(0, MAX_LISTED).join(', ')}${others > 0 ? `, and ${others} more` : ''}`;
}
