/** Words from which the strings of the sample are generated. */

export const firstNames =
  'Anna Ben Chloé Diego Ewa Farid Grete Hugo Inès Jan Karin Lars Mei Nadia Oskar Pia Quentin Rosa Søren Tomás Una Viktor Wilma Yusuf Zoë Łukasz'.split(
    ' ',
  );

export const lastNames =
  "Andersen Berger Costa D'Angelo Eriksson Fournier García Hansen Ivanova Jørgensen Kovács Lindqvist Müller Nowak O'Brien Peeters Quist Rossi Schmidt Tanaka Ünal Vermeer Weiß Young Zieliński".split(
    ' ',
  );

/** Country, phone prefix, and cities with a postal code and a position. */
export const countries = [
  {
    code: 'NL',
    prefix: '+31',
    cities: ['Utrecht', 'Leiden', "'s-Hertogenbosch"],
    postal: '3511 AB',
    at: [52.0907, 5.1214],
  },
  {
    code: 'DE',
    prefix: '+49',
    cities: ['Köln', 'Gießen', 'Leipzig', 'Bremen'],
    postal: '50667',
    at: [50.9375, 6.9603],
  },
  { code: 'FR', prefix: '+33', cities: ['Orléans', 'Lyon', 'Nîmes'], postal: '45000', at: [47.9025, 1.909] },
  { code: 'DK', prefix: '+45', cities: ['København', 'Århus', 'Ribe'], postal: '1050', at: [55.6761, 12.5683] },
  { code: 'IE', prefix: '+353', cities: ['Cork', 'Galway'], postal: 'T12 X70A', at: [51.8985, -8.4756] },
  { code: 'ES', prefix: '+34', cities: ['Málaga', 'Bilbao', 'A Coruña'], postal: '29001', at: [36.7213, -4.4214] },
  { code: 'PL', prefix: '+48', cities: ['Łódź', 'Gdańsk'], postal: '90-001', at: [51.7592, 19.456] },
  { code: 'US', prefix: '+1', cities: ['Portland', 'Austin', 'St. Paul'], postal: '97201', at: [45.5152, -122.6784] },
] as const;

export const streets = [
  'High Street',
  'Mill Lane',
  'Rue de la Gare',
  'Bahnhofstraße',
  'Østergade',
  'Calle Mayor',
  'Lange Nieuwstraat',
];

export const jobTitles = ['Sales', 'Warehouse', 'Support', 'Purchasing', 'Accounts'];

/** Name, description, and name of the parent category. */
export const categories: readonly (readonly [name: string, description: string | null, parent: string | null])[] = [
  ['Furniture', 'Made to be used every day', null],
  ['Lighting', null, null],
  ['Kitchen', 'Everything for cooking', null],
  ['Garden', null, null],
  ['Tables', 'From side tables to dining tables', 'Furniture'],
  ['Chairs', null, 'Furniture'],
  ['Shelves', '', 'Furniture'],
  ['Desk lamps', null, 'Lighting'],
  ['Ceiling lamps', 'Fixed to the ceiling', 'Lighting'],
  ['Pans', 'Steel, iron & copper', 'Kitchen'],
  ['Knives', null, 'Kitchen'],
  ['Cups & mugs', 'Porcelain, enamel', 'Kitchen'],
  ['Tools', null, 'Garden'],
  ['Pots', null, 'Garden'],
  ['Office chairs', 'With wheels', 'Chairs'],
  ['Gift cards', 'Nothing in here yet', null],
];

export const adjectives = ['Classic', 'Small', 'Large', 'Folding', 'Antique', 'Nordic', 'Rustic', 'Modern'];

export const materials = ['Oak', 'Walnut', 'Steel', 'Copper', 'Glass', 'Linen', 'Porcelain', 'Bamboo'];

/** Nouns of products, with the name of the category to which the product belongs. */
export const nouns: readonly (readonly [noun: string, category: string])[] = [
  ['Dining Table', 'Tables'],
  ['Side Table', 'Tables'],
  ['Armchair', 'Chairs'],
  ['Stool', 'Chairs'],
  ['Bookcase', 'Shelves'],
  ['Desk Lamp', 'Desk lamps'],
  ['Pendant Lamp', 'Ceiling lamps'],
  ['Frying Pan', 'Pans'],
  ['Bread Knife', 'Knives'],
  ['Café au Lait Bowl', 'Cups & mugs'],
  ['Mug', 'Cups & mugs'],
  ['Spade', 'Tools'],
  ['Flower Pot', 'Pots'],
  ['Swivel Chair', 'Office chairs'],
];

/** Names that the generator would not combine, to test search, escaping, and sorting. */
export const oddProductNames = [
  '100% Cotton Table Runner',
  '12" Cast-Iron Pan',
  "Gardener's Gloves",
  'under_score Shelf Bracket',
  'C:\\Drive Mug',
  '50%_off \\ Sample Box',
  'Blumentopf „Weißwurst“',
  'Smørrebrød Board',
  'éclair mould',
  'ZEBRA rug',
  'zebra rug',
  'Mug 🐟 (limited)',
];

export const tags = [
  'new',
  'sale',
  'eco',
  'gift',
  'hand-made',
  'last pieces',
  'a,b',
  'say "hi"',
  'back\\slash',
  'NULL',
  '',
];

export const colors = ['white', 'black', 'oak', 'red', 'Türkis', 'sea green'];

export const firms = [
  'Holt & Sons',
  'Nordlys ApS',
  'Ferreira Lda.',
  'Brüder Groß',
  'Atelier Été',
  'Kirin Works',
  'Peak_Line',
  'Old Mill Co.',
];

export const customerNotes = [
  'Calls before 10:00 only.',
  'Don\'t ring the bell; the dog\'s name is "Ruß".',
  'Pays by bank transfer,\nin two parts.',
  'Gets 5% off everything_ever.',
  '',
];

export const orderComments = [
  'Leave it with the neighbours.',
  'Second floor, no lift \\ ring twice',
  'It’s a surprise 🎁 – no invoice in the parcel!',
  'Please deliver before noon.',
  '',
];

export const lineNotes = ['engraved: "100%"', 'spare part', 'replaces a broken one', ''];
