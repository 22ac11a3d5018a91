/** The suffix or prefix of each type that is generated for an entity beside its own type. */
const FORMS = {
  connection: (stem) => `${stem}Connection`,
  filter: (stem) => `${stem}FilterInput`,
  listFilter: (stem) => `${stem}ListFilterInput`,
  orderBy: (stem) => `${stem}OrderByInput`,
  create: (stem) => `Create${stem}Input`,
  update: (stem) => `Update${stem}Input`,
  replace: (stem) => `Replace${stem}Input`,
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
} as const satisfies Record<string, (stem: string) => string>;

export type GeneratedType = keyof typeof FORMS;

/** Names of the GraphQL types that are generated for an entity beside its own type: `OrderFilterInput`. */
export type GeneratedTypes = Readonly<Record<GeneratedType, string>>;

/** The types behind `groupBy`. */
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

/** Returns the name of each generated type. @param choose maps the regular name of a type to its name in the schema */
export const nameGeneratedTypes = (
  stem: string,
  choose: (type: GeneratedType, name: string) => string = (_, name) => name,
): GeneratedTypes =>
  Object.fromEntries(
    (Object.keys(FORMS) as GeneratedType[]).map((type) => [type, choose(type, FORMS[type](stem))]),
  ) as Record<GeneratedType, string>;
