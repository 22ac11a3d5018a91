/** Splits at commas outside of parentheses and quotes. */
export function splitList(list: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of list.matchAll(/'[^']*'|"[^"]*"|[^'"]/gs)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + token);
  }
  return parts.map((part) => part.trim().replaceAll(/\s+/g, ' '));
}
