/**
 * Text in lower or in upper case as both databases have it: each code point for itself becomes one code point (`İ` an `i`), or stays
 * as it is where it would become several (`ß`). JavaScript's own makes `SS` of that, and looks at the word around.
 *
 * The same on PostgreSQL and MariaDB for all letters of Latin-1, Latin Extended-A, Greek and Cyrillic as they are written today.
 * MariaDB's table is older: it leaves some 550 rare letters alone (`Ⱥ`, `ƀ`, of Coptic and the like), and PostgreSQL 30 of ancient Greek
 * (`ᾀ`); so those must not come up.
 */
export function foldCase(text: string, to: 'lower' | 'upper'): string {
  return Array.from(text, (character) => {
    if (to === 'lower') return String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0);
    const upper = character.toUpperCase();
    return [...upper].length === 1 ? upper : character;
  }).join('');
}
