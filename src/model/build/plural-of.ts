import pluralize from 'pluralize';

/** Words that end as the plurals of others do, or as their singulars, and are not these. */
const OTHERS = [
  ...['abdomen', 'acumen', 'albumen', 'bitumen', 'cyclamen', 'dolmen', 'foramen', 'regimen', 'specimen', 'stamen'],
  ...['brahman', 'caiman', 'cayman', 'german', 'norman', 'ottoman', 'roman', 'shaman', 'talisman', 'turkoman'],
];

pluralize.addPluralRule(new RegExp(`(${OTHERS.join('|')})$`, 'i'), '$1s');
for (const word of ['hymen', 'lumen', 'omen', 'rumen', 'semen']) pluralize.addIrregularRule(word, `${word}s`);

/** The plural of a name: of its last word, in its own capitals. */
export function pluralOf(name: string): string {
  const plural = pluralize(name);
  // An initial at the end is no word in capitals.
  return plural === `${name}S` && name !== name.toUpperCase() ? `${name}s` : plural;
}
