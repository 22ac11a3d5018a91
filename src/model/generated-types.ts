const FORMS = {
  connection: (stem) => `${stem}Connection`,
  filter: (stem) => `${stem}FilterInput`,
  listFilter: (stem) => `${stem}ListFilterInput`,
  orderBy: (stem) => `${stem}OrderByInput`,
  create: (_, joined) => `Create${joined}Input`,
  update: (_, joined) => `Update${joined}Input`,
  replace: (_, joined) => `Replace${joined}Input`,
  changes: (stem) => `${stem}Changes`,
  group: (stem) => `${stem}GroupBy`,
  groupFields: (stem) => `${stem}GroupByFields`,
  groupValues: (stem) => `${stem}GroupByValues`,
  aggregations: (stem) => `${stem}Aggregations`,
  groupable: (stem) => `${stem}ScalarFields`,
  groupNumbers: (stem) => `${stem}NumericAggregateFields`,
  having: (stem) => `${stem}GroupByHavingInput`,
  countHaving: (stem) => `${stem}GroupByCountHavingInput`,
  numberHaving: (stem) => `${stem}GroupByNumberHavingInput`,
  valueHaving: (stem) => `${stem}GroupByValueHavingInput`,
  groupOrder: (stem) => `${stem}GroupByOrderByInput`,
  valueOrder: (stem) => `${stem}GroupByValueOrderByInput`,
  numberOrder: (stem) => `${stem}GroupByNumberOrderByInput`,
} as const satisfies Record<string, (stem: string, joined: string) => string>;

export type GeneratedType = keyof typeof FORMS;

export type GeneratedTypes = Readonly<Record<GeneratedType, string>>;

export const GROUP_TYPES = [
  'group',
  'groupFields',
  'groupValues',
  'aggregations',
  'groupable',
  'groupNumbers',
  'having',
  'countHaving',
  'numberHaving',
  'valueHaving',
  'groupOrder',
  'valueOrder',
  'numberOrder',
] as const satisfies readonly GeneratedType[];

/** @param joined type name in the form that follows a verb: `Book` in `CreateBookInput` */
export const nameGeneratedTypes = (stem: string, joined: string): GeneratedTypes =>
  mapTypes((type) => FORMS[type](stem, joined));

export const renameGeneratedTypes = (
  types: GeneratedTypes,
  choose: (type: GeneratedType, name: string) => string,
): GeneratedTypes => mapTypes((type) => choose(type, types[type]));

const mapTypes = (nameOf: (type: GeneratedType) => string): GeneratedTypes =>
  Object.fromEntries((Object.keys(FORMS) as GeneratedType[]).map((type) => [type, nameOf(type)])) as Record<
    GeneratedType,
    string
  >;
