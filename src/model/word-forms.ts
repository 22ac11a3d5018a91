import pluralize from 'pluralize';

/** Words that end in `man` or `men`, and form the plural with `s`. */
const REGULAR_MAN_WORDS = [
  ...['abdomen', 'acumen', 'albumen', 'bitumen', 'cyclamen', 'dolmen', 'foramen', 'regimen', 'specimen', 'stamen'],
  ...['brahman', 'caiman', 'cayman', 'german', 'norman', 'ottoman', 'roman', 'shaman', 'talisman', 'turkoman'],
];

pluralize.addPluralRule(new RegExp(`(${REGULAR_MAN_WORDS.join('|')})$`, 'i'), '$1s');
for (const word of ['hymen', 'lumen', 'omen', 'rumen', 'semen']) pluralize.addIrregularRule(word, `${word}s`);

const SINGULARS: ReadonlyMap<string, string> = new Map([
  ['aches', 'ache'],
  ['axes', 'axis'],
  ['biases', 'bias'],
  ['caches', 'cache'],
  ['canvases', 'canvas'],
  ['cookies', 'cookie'],
  ['lenses', 'lens'],
]);

const SINGULAR_ALREADY: ReadonlySet<string> = new Set([
  ...['data', 'metadata', 'media', 'agenda', 'goods', 'customs', 'clothes', 'headquarters', 'premises', 'thanks'],
  ...['axis', 'basis', 'bias', 'canvas', 'lens', 'chaos', 'cosmos', 'ethos', 'pancreas', 'atlas', 'christmas'],
  ...['aws', 'cms', 'crs', 'dns', 'gis', 'gps', 'https', 'ios', 'kubernetes', 'os', 'pos', 'redis', 'sms', 'tls'],
  ...['as', 'has', 'is', 's', 'this', 'us', 'was', 'economics', 'electronics', 'genetics', 'logistics', 'mathematics'],
  ...['athletics', 'physics', 'politics'],
]);

/** Converts `OrderDetail` → `OrderDetails`. */
export function pluralOf(name: string): string {
  const plural = pluralize(name);
  // `pluralize` returns `PlanBS` for `PlanB`.
  return plural === `${name}S` && name !== name.toUpperCase() ? `${name}s` : plural;
}

/** Converts `order_items` → `order_item`. */
export function singularOf(name: string): string {
  const [word = ''] = /(?:[A-Z]?[a-z]+|[A-Z]+)$/.exec(name) ?? [];
  const lower = word.toLowerCase();
  if (SINGULAR_ALREADY.has(lower)) return name;
  const singular = SINGULARS.get(lower) ?? pluralize.singular(lower);
  const isCapitals = word.length > 1 && word === word.toUpperCase();
  const cased = isCapitals ? singular.toUpperCase() : matchFirst(singular, word);
  return `${name.slice(0, name.length - word.length)}${cased}`;
}

const matchFirst = (word: string, model: string): string =>
  model.charAt(0) === model.charAt(0).toUpperCase() ? upperFirst(word) : word;

export function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Converts `order_items`, `ORDER_ITEMS`, `orderItems` → `OrderItems`. */
export function pascalOf(name: string): string {
  const isCapitals = name === name.toUpperCase();
  return name
    .split('_')
    .map((word) => upperFirst(isCapitals ? word.toLowerCase() : word))
    .join('');
}

const GRAPHQL_NAME = /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/;

export const isGraphqlName = (name: string): boolean => GRAPHQL_NAME.test(name);
