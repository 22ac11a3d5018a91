/**
 * Maps case like both databases: one code point to one (`İ` to `i`), or unchanged if it would become several (`ß`),
 * unlike JavaScript. PostgreSQL and MariaDB agree for modern characters of Latin-1, Latin Extended-A, Greek, and
 * Cyrillic. MariaDB's table lacks some 550 rare characters (`Ⱥ`, `ƀ`, Coptic), and PostgreSQL's 30 of ancient Greek
 * (`ᾀ`), so these must not occur.
 */
export function foldCase(text: string, to: 'lower' | 'upper'): string {
  return Array.from(text, (character) => {
    if (to === 'lower') return String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0);
    const upper = character.toUpperCase();
    return [...upper].length === 1 ? upper : character;
  }).join('');
}
