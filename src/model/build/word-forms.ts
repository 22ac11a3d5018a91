import pluralize from 'pluralize';

/** Words that end in `man` or `men` and yet have an `s` in the plural. */
const OTHERS = [
  ...['abdomen', 'acumen', 'albumen', 'bitumen', 'cyclamen', 'dolmen', 'foramen', 'regimen', 'specimen', 'stamen'],
  ...['brahman', 'caiman', 'cayman', 'german', 'norman', 'ottoman', 'roman', 'shaman', 'talisman', 'turkoman'],
];

pluralize.addPluralRule(new RegExp(`(${OTHERS.join('|')})$`, 'i'), '$1s');
for (const word of ['hymen', 'lumen', 'omen', 'rumen', 'semen']) pluralize.addIrregularRule(word, `${word}s`);

/** The plural of a name, by its last word: `OrderDetail` → `OrderDetails`. */
export function pluralOf(name: string): string {
  const plural = pluralize(name);
  // `PlanB` ends in an initial, which makes no word in capitals of it: `PlanBs`.
  return plural === `${name}S` && name !== name.toUpperCase() ? `${name}s` : plural;
}
