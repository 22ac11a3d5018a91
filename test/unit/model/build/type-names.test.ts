import { buildSchema as buildValidSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Config, EntityConfig } from '../../../../src/config/config.ts';
import { buildModel } from '../../../../src/model/build/build-model.ts';
import { filterTypes } from '../../../../src/model/build/names/type-names.ts';
import type { Catalog, CatalogObject } from '../../../../src/model/catalog.ts';
import type { Entity } from '../../../../src/model/model.ts';
import { restrictTo } from '../../../../src/model/visibility.ts';
import { buildSchema } from '../../../../src/sdl/build-schema.ts';
import { printSdl } from '../../../../src/sdl/features.ts';
import { openOfflineShop } from '../../../support/offline-shop.ts';

const { config } = openOfflineShop('postgres');

interface Sample {
  readonly name: string;
  readonly type?: string;
  readonly plural?: string;
  readonly actions?: readonly ('read' | 'create' | 'update')[];
  /** Name of the enum of a column. */
  readonly mood?: string;
  /** Name of the target of a to-many relationship. */
  readonly hasMany?: string;
}

/** Returns a table with a key, a number, an interval, and an optional enum. */
const tableOf = ({ name, mood }: Sample): CatalogObject => ({
  kind: 'table',
  schema: 'public',
  name,
  columns: [
    column('id', { scalar: 'Int', native: 'integer' }),
    column('some', { scalar: 'Int', native: 'integer' }),
    column('span', {
      scalar: 'String',
      native: 'interval',
      asText: true,
      qualifiedName: { schema: 'pg', name: 'interval' },
    }),
    ...(mood === undefined
      ? []
      : [
          column('mood', {
            scalar: 'String',
            native: mood,
            enum: { schema: 'public', name: mood, labels: ['GOOD', 'BAD'] },
          }),
        ]),
  ],
  primaryKey: ['id'],
  uniqueKeys: [],
  indexes: [],
  foreignKeys: [],
  constraints: [],
});

const column = (name: string, type: object) =>
  ({
    name,
    type: { list: false, asText: false, ...type },
    nullable: false,
    hasDefault: false,
    generated: 'no',
    insertable: true,
  }) as unknown as CatalogObject['columns'][number];

const entityOf = ({ name, type, plural, actions = ['read', 'create', 'update'], hasMany }: Sample): EntityConfig => ({
  ...(config.entities[0] as EntityConfig),
  name,
  source: { object: name, kind: 'table', parameters: [] },
  fields: new Map(),
  expose: { exclude: [] },
  rest: { enabled: true, path: name, expand: true, methods: [] },
  graphql: {
    enabled: true,
    operation: 'mutation',
    subscription: true,
    ...((type ?? plural) !== undefined && { singular: type ?? name }),
    ...(plural !== undefined && { plural }),
  },
  relationships: hasMany === undefined ? [] : [{ name: 'many', kind: 'hasMany', target: hasMany, on: [['id', 'id']] }],
  permissions: [{ role: 'anonymous', actions: actions.map((action) => ({ action, exclude: [] })) }],
});

function build(samples: readonly Sample[], { runtime }: Pick<Config, 'runtime'> = config) {
  const catalog: Catalog = { objects: samples.map(tableOf), routines: [], routineNames: [], searchPath: ['public'] };
  const written: Config = { ...config, runtime, entities: samples.map(entityOf) };
  const { model, problems: all } = buildModel(written, catalog);
  const problems = all.filter(({ path }) => !path.includes('fields'));
  return { model, problems, sdl: printSdl(restrictTo('graphql', model)) };
}

/** Returns the names of an entity that clients use. */
const namesOf = ({ name, graphql, fields }: Entity) => ({
  name,
  graphql,
  fields: fields.map((field) => [field.name, field.type.enumType?.name, field.type.filterName]),
});

const STEMS = ['Order', 'OrderList', 'Invoice', 'Query', 'Subscription', 'Date', 'Interval', 'ID'];
const FORMS = [
  (stem: string) => stem,
  (stem: string) => `${stem}Connection`,
  (stem: string) => `${stem}FilterInput`,
  (stem: string) => `${stem}ListFilterInput`,
  (stem: string) => `Create${stem}Input`,
  (stem: string) => `${stem}Changes`,
  (stem: string) => `${stem}GroupByFields`,
];
const MOODS = [undefined, 'order', 'order_connection', 'invoice_changes', 'date', 'interval'];
const ACTIONS = [['read'], ['create'], ['read', 'create', 'update']] as const;

/** Returns a deterministic function that picks list items. */
function pickFrom(seed: number): <T>(values: readonly T[]) => T {
  let state = seed;
  return (values) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return values[Math.floor((state / 2_147_483_648) * values.length)] as never;
  };
}

describe('type names', () => {
  it('are distinct, and do not change when an entity is appended', () => {
    const pick = pickFrom(7);
    let moved = 0;
    for (let round = 0; round < 100; round += 1) {
      const names = new Set(Array.from({ length: 5 }, () => pick(FORMS)(pick(STEMS))));
      const samples = [...names].map((name): Sample => {
        const mood = pick(MOODS);
        const hasMany = pick([undefined, ...names]);
        return {
          name,
          actions: pick(ACTIONS),
          ...(mood !== undefined && { mood }),
          ...(hasMany !== undefined && { hasMany }),
        };
      });
      const others = samples.slice(0, -1).map(({ hasMany, ...sample }) => ({
        ...sample,
        ...(hasMany !== undefined && hasMany !== samples.at(-1)?.name && { hasMany }),
      }));
      const before = build(others);
      const after = build([...others, ...samples.slice(-1)]);
      expect(after.model.entities.slice(0, -1).map(namesOf)).toEqual(before.model.entities.map(namesOf));
      moved += after.problems.filter(({ message }) => message.includes('do not have their default names')).length;
      const defined = [...after.sdl.matchAll(/^(?:type|input|enum|scalar) (\w+)/gm)].map(([, name]) => name);
      expect(new Set(defined).size).toBe(defined.length);
    }
    expect(moved).toBeGreaterThan(40);
  });

  it('that clash change for one entity only, with a warning that names both and a fix', () => {
    const { model, problems, sdl } = build([{ name: 'Invoice' }, { name: 'InvoiceConnection' }]);
    expect(model.entities.map(({ graphql }) => [graphql.type, graphql.types.connection, graphql.types.filter])).toEqual(
      [
        ['Invoice', 'InvoiceConnection', 'InvoiceFilterInput'],
        ['InvoiceConnection_', 'InvoiceConnectionConnection', 'InvoiceConnectionFilterInput'],
      ],
    );
    expect(sdl).toMatch(/^invoiceConnection_by_pk\(id: Int!\): InvoiceConnection_$/m);
    expect(sdl).toMatch(/^createInvoiceConnection\(item: CreateInvoiceConnectionInput!\): InvoiceConnection_$/m);
    expect(problems).toEqual([
      expect.objectContaining({
        severity: 'warning',
        path: ['entities', 'InvoiceConnection'],
        message:
          'Types of the entity "InvoiceConnection" do not have their default names: "InvoiceConnection" is named "InvoiceConnection_", because the entity "Invoice" has a type of that name. To choose the names, set "graphql.type" of "InvoiceConnection" or "Invoice".',
      }),
    ]);
  });

  it('of renamed connections do not affect their cursors', () => {
    const { sdl } = build([{ name: 'InvoiceConnection' }, { name: 'Invoice' }]);
    const { invoices_connection: field } = buildSchema(sdl).getQueryType()?.getFields() ?? {};
    expect(String(field?.type)).toBe('InvoiceConnection_!');
    const cursors = field?.args.filter(({ extensions }) => extensions.cursor === true);
    expect(cursors?.map(({ name }) => name)).toEqual(['after', 'before']);
  });

  it('change after an insertion only if the new entity or its columns use them', () => {
    const pick = pickFrom(5);
    let renamed = 0;
    for (let round = 0; round < 250; round += 1) {
      const names = [...new Set(Array.from({ length: 5 }, () => pick(FORMS)(pick(STEMS.slice(0, 4)))))];
      const [added, ...others] = names.map((name): Sample => ({ name, actions: pick(ACTIONS) }));
      const position = pick(others.map((_, index) => index));
      const before = build(others);
      const after = build(others.toSpliced(position, 0, added as Sample));
      const own = after.model.byName.get(added?.name ?? '');
      const stemOf = (type = ''): string => type.replace(/_+$/, '');
      const ofColumns = (own?.fields ?? []).flatMap(({ type }) => filterTypes(type.filterName ?? ''));
      const taken = [own?.graphql.type, ...Object.values(own?.graphql.types ?? {}), ...ofColumns].map(stemOf);
      for (const [index, { name, graphql }] of before.model.entities.entries()) {
        const now = after.model.byName.get(name)?.graphql;
        const changed = [
          [graphql.type, now?.type],
          ...Object.entries(graphql.types).map(([kind, type]) => [type, now?.types[kind as keyof typeof now.types]]),
        ].filter(([was, is]) => was !== is);
        if (index < position) expect(changed).toEqual([]);
        for (const [was] of changed) expect(taken).toContain(stemOf(was));
        renamed += changed.length;
      }
    }
    expect(renamed).toBeGreaterThan(10);
  });

  it.each<[kind: string, samples: readonly Sample[], reasons: string, waysOut: readonly string[]]>([
    [
      'a root type',
      [{ name: 'Query' }],
      '"Query" is named "Query_", because GraphQL has a type of that name',
      ['Query'],
    ],
    [
      'a scalar',
      [{ name: 'Int' }],
      '"Int" is named "Int_", "IntFilterInput" is named "IntFilterInput_", "IntListFilterInput" is named "IntListFilterInput_", because every schema has types of these names',
      ['Int'],
    ],
    [
      'a type of every schema',
      [{ name: 'OrderBy' }],
      '"OrderBy" is named "OrderBy_", because every schema has a type of that name',
      ['OrderBy'],
    ],
    [
      'an enum',
      [{ name: 'Invoice', mood: 'mood' }, { name: 'Mood' }],
      '"Mood" is named "Mood_", "MoodFilterInput" is named "MoodFilterInput_", "MoodListFilterInput" is named "MoodListFilterInput_", because the database\'s enum "mood" has types of these names',
      ['Mood'],
    ],
    [
      'the filter of a type shown as text',
      [{ name: 'Invoice' }, { name: 'Interval' }],
      '"IntervalFilterInput" is named "IntervalFilterInput_", "IntervalListFilterInput" is named "IntervalListFilterInput_", because the database\'s type "interval" has types of these names',
      ['Interval'],
    ],
    [
      'the type of another entity',
      [{ name: 'InvoiceConnection' }, { name: 'Invoice' }],
      '"InvoiceConnection" is named "InvoiceConnection_", because the entity "InvoiceConnection" has a type of that name',
      ['Invoice', 'InvoiceConnection'],
    ],
    [
      'a generated type of another entity',
      [
        { name: 'Order', hasMany: 'Order' },
        { name: 'OrderList', actions: ['read'] },
      ],
      '"OrderListFilterInput" is named "OrderListFilterInput_", because the entity "Order" has a type of that name',
      ['OrderList', 'Order'],
    ],
    [
      'types of GraphQL and of an entity',
      [{ name: 'QueryConnection' }, { name: 'Query' }],
      '"Query" is named "Query_", because GraphQL has a type of that name; "QueryConnection" is named "QueryConnection_", because the entity "QueryConnection" has a type of that name',
      ['Query'],
    ],
  ])('taken by %s change, with a warning that names the owner and a fix', (_kind, samples, reasons, waysOut) => {
    const warningsOf = (all: readonly Sample[]) =>
      build(all).problems.flatMap(({ message }) => (message.startsWith('Types of the entity') ? [message] : []));
    const moved = samples.at(-1)?.name;
    expect(warningsOf(samples)).toEqual([
      `Types of the entity "${moved}" do not have their default names: ${reasons}. To choose the names, set "graphql.type" of ${waysOut.map((name) => `"${name}"`).join(' or ')}.`,
    ]);
    for (const name of waysOut)
      expect(warningsOf(samples.map((sample) => (sample.name === name ? { ...sample, type: 'Own' } : sample)))).toEqual(
        [],
      );
  });

  it.each([
    ['__A', 'A'],
    ['1st', 'Entity1st'],
    ['order-items', 'OrderItem'],
    ['日本', 'Entity1'],
  ])('of an entity "%s" start with %s, because its own name is invalid', (name, type) => {
    const { model, problems, sdl } = build([{ name }]);
    expect(model.entities[0]?.graphql.type).toBe(type);
    expect(problems[0]?.message).toBe(
      `"${name}" is not a valid GraphQL name, so the type of this entity is named "${type}". To choose the name, set "graphql.type".`,
    );
    expect(() => buildValidSchema(sdl)).not.toThrow();
  });

  it.each([
    'Query',
    'Mutation',
    'Subscription',
    'String',
    'ID',
    'DateTime',
    'OrderBy',
    'ODataFilter',
    'IntFilterInput',
  ])('of an entity "%s" get a suffix, because the schema has a type with that name', (name) => {
    const { model, problems, sdl } = build([{ name }]);
    expect(model.entities[0]?.graphql.type).toBe(`${name}_`);
    expect(problems.map(({ severity, message }) => [severity, message.includes(`"${name}_"`)])).toEqual([
      ['warning', true],
    ]);
    const schema = buildValidSchema(sdl);
    expect(schema.getQueryType()?.name).toBe('Query');
    expect(schema.getSubscriptionType()).toBeUndefined();
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toHaveLength(3);
  });
});

/** Returns all root field names in entity order. */
const rootsOf = ({ model }: ReturnType<typeof build>) =>
  model.entities.map(({ name }) => [
    name,
    [...model.rootFields].filter(([, { entity }]) => entity.name === name).map(([root]) => root),
  ]);

describe('root field names', () => {
  const read = { actions: ['read'] } as const;

  it('that clash get a suffix for one entity only', () => {
    const built = build([
      { name: 'Entity', ...read },
      { name: 'Entity_connection', type: 'Entity_connection', plural: 'entities_connection', ...read },
      { name: 'Entities', type: 'Other', plural: 'Entities', ...read },
    ]);
    expect(rootsOf(built)).toEqual([
      ['Entity', ['entities_', 'entities_connection__', 'entity_by_pk']],
      ['Entity_connection', ['entities_connection', 'entities_connection_connection', 'entity_connection_by_pk']],
      ['Entities', ['entities', 'entities_connection_', 'other_by_pk']],
    ]);
  });

  it('of different operations stay distinct', () => {
    const built = build([
      { name: 'Order', actions: ['create'] },
      { name: 'createOrder', plural: 'createOrder', actions: ['read'] },
    ]);
    expect(built.problems.map(({ severity, message }) => [severity, message])).toEqual([
      [
        'warning',
        'Root fields of the entity "Order" do not have their default names: "createOrder" is named "createOrder_", because the entity "createOrder" has a field of that name. To choose the names, set "graphql": { "type": { "singular": …, "plural": … } } of one of the two.',
      ],
    ]);
    expect(() => buildValidSchema(built.sdl)).not.toThrow();
  });

  it('of streams never rename other fields', () => {
    const { runtime } = config;
    const live = { ...config, runtime: { ...runtime, live: { ...runtime.live, enabled: true } } };
    const built = build(
      [
        { name: 'Order', ...read },
        { name: 'orders_stream', plural: 'orders_stream', ...read },
      ],
      live,
    );
    expect(rootsOf(built)).toEqual([
      ['Order', ['orders', 'orders_connection', 'order_by_pk', 'orders_stream_']],
      ['orders_stream', ['orders_stream', 'orders_stream_connection', 'orders_stream_by_pk', 'orders_stream_stream']],
    ]);
    const schema = buildValidSchema(built.sdl);
    expect(schema.getQueryType()?.getFields().orders_stream_).toBeUndefined();
    expect(schema.getSubscriptionType()?.getFields().orders_stream_).toBeDefined();
  });

  it('configured twice are a startup error', () => {
    const { problems } = build([
      { name: 'A', type: 'One', plural: 'Things' },
      { name: 'B', type: 'Two', plural: 'Things' },
    ]);
    expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toContainEqual(
      expect.stringContaining('The GraphQL root field "things" is already used by entities.A'),
    );
  });

  it('are distinct, and do not change when an entity is appended, unless configured', () => {
    const stems = ['Order', 'order', 'Orders', 'order_by_pk', 'createOrder', 'orders_connection', 'deleted_entity'];
    const more = ['Orders_', 'deleted_entities', 'dEntity', 'replaceOrders', 'entity', 'updateOrder'];
    const pick = pickFrom(11);
    let moved = 0;
    for (let round = 0; round < 60; round += 1) {
      const names = [...new Set(Array.from({ length: 5 }, () => pick([...stems, ...more])))];
      const samples = names.map((name): Sample => {
        const plural = pick([undefined, undefined, undefined, 'Orders', 'createOrder']);
        return { name, actions: pick(ACTIONS), ...(plural !== undefined && { plural }) };
      });
      const { plural: _, ...last } = samples.at(-1) as Sample;
      const before = build(samples.slice(0, -1));
      const after = build([...samples.slice(0, -1), last]);
      expect(rootsOf(after).slice(0, -1)).toEqual(rootsOf(before));
      moved += after.problems.filter(({ message }) => message.startsWith('Root fields')).length;
      const errors = after.problems.filter(({ severity }) => severity === 'error');
      const plurals = samples.slice(0, -1).flatMap(({ plural }) => plural ?? []);
      if (new Set(plurals).size === plurals.length) expect(errors).toEqual([]);
      if (errors.length === 0 && round % 10 === 0) expect(() => buildValidSchema(after.sdl)).not.toThrow();
    }
    expect(moved).toBeGreaterThan(40);
  });
});
