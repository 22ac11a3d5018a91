/** Words whose plural is the word itself, if they are the whole name. */
const UNCOUNTABLE: ReadonlySet<string> = new Set(
  (
    'aircraft bison corn corps deer elk equipment fish grass hair information l luggage mail means metadata milk ml money moose ' +
    'mud offspring oz rice salmon scissors semen series sheep shrimp someone species sperm staff swine tbsp training trout tsp ' +
    'tuna water waters'
  ).split(' '),
);

/** Irregular plurals of whole names. */
const WHOLE: ReadonlyMap<string, string> = new Map([
  ['bus', 'buses'],
  ['die', 'dice'],
  ['ex', 'exes'],
  ['is', 'are'],
  ['louse', 'lice'],
  ['mouse', 'mice'],
  ['that', 'those'],
  ['this', 'these'],
  ['tie', 'ties'],
]);

/** Irregular plurals of the ends of names: the letter that stays, the end, and its plural. `woman` ends as `man`. */
const IRREGULAR: readonly (readonly [letter: string, end: string, plural: string])[] = [
  ['c', 'ache', 'aches'],
  ['c', 'hild', 'hildren'],
  ['c', 'urriculum', 'urricula'],
  ['d', 'atabase', 'atabases'],
  ['f', 'oot', 'eet'],
  ['g', 'love', 'loves'],
  ['g', 'oose', 'eese'],
  ['h', 'uman', 'umans'],
  ['m', 'an', 'en'],
  ['m', 'ove', 'oves'],
  ['p', 'erson', 'eople'],
  ['p', 'ersonnel', 'ersonnel'],
  ['s', 'ex', 'exes'],
  ['t', 'ooth', 'eeth'],
  ['w', 'ave', 'aves'],
  ['z', 'ombie', 'ombies'],
];

/** Ends of names, each with its plural; the first one that fits counts. */
const ENDS: readonly (readonly [end: RegExp, plural: string])[] = [
  [/(criteri|phenomen)on$/i, '$1a'],
  [/(alumn|alg|larv|vertebr)a$/i, '$1ae'],
  [/(hoo|lea|loa|thie)f$/i, '$1ves'],
  [/(buz|blit|walt)z$/i, '$1zes'],
  [/(quiz)$/i, '$1zes'],
  [/^(ox)$/i, '$1en'],
  [/(matr|vert|ind|d)(?:ix|ex)$/i, '$1ices'],
  [/(x|ch|ss|sh)$/i, '$1es'],
  [/([^aeiouy]|qu)y$/i, '$1ies'],
  [/(hive)$/i, '$1s'],
  [/([^f])fe$/i, '$1ves'],
  [/([lr])f$/i, '$1ves'],
  [/sis$/i, 'ses'],
  [/([dti])um$/i, '$1a'],
  [/(buffal|tomat|volcan|ech|embarg|her|mosquit|potat|torped|vet)o$/i, '$1oes'],
  [/(alias|bias|iris|status|campus|apparatus|virus|walrus|trellis)$/i, '$1es'],
  [/(octop|vir|alumn|fung|cact|foc|hippopotam|radi|stimul|syllab|nucle)us$/i, '$1i'],
  [/(ax|test)is$/i, '$1es'],
  [/s$/i, 's'],
];

/**
 * Returns the plural of a name as Data API builder makes it, with the rules of Humanizer 2.14: `REPORT` → `REPORTs`, `Datum` → `Data`. What it
 * adds is in lower case. Where English has another plural, clients know this one all the same.
 */
export function humanizerPlural(name: string): string {
  const lower = name.toLowerCase();
  if (UNCOUNTABLE.has(lower)) return name;
  const plural = WHOLE.get(lower) ?? irregularPlural(name) ?? regularPlural(name);
  const [first = ''] = name;
  return first === first.toUpperCase() ? plural.charAt(0).toUpperCase() + plural.slice(1) : plural;
}

function irregularPlural(name: string): string | undefined {
  const lower = name.toLowerCase();
  const found = IRREGULAR.find(([letter, end]) => lower.endsWith(letter + end));
  // `human` and `personnel` end as others do, and go first in the order of the alphabet.
  return found && name.slice(0, name.length - found[1].length) + found[2];
}

function regularPlural(name: string): string {
  const found = ENDS.find(([end]) => end.test(name));
  return found === undefined ? `${name}s` : name.replace(found[0], found[1]);
}
