import { parse } from 'graphql';
import { decodeValue } from './naive/decode-value.ts';
import type { Dataset, Entity, Field, FieldType, Row, ScalarName } from './naive/entity.ts';
import { createNaiveService } from './naive/naive-service.ts';
import { writeSchema } from './naive/write-schema.ts';
import { writeAnswer } from './write-answer.ts';
import { writeSdl } from './write-sdl.ts';

const colour: FieldType = {
  scalar: 'String',
  list: false,
  enum: { name: 'Colour', labels: ['RED', 'GREEN', 'BLUE'] },
};

const field = (name: string, type: ScalarName | FieldType, nullable = true): Field => ({
  name,
  nullable,
  type: typeof type === 'string' ? { scalar: type, list: false } : type,
});

const entities: readonly Entity[] = [
  {
    name: 'Shelf',
    table: 'shelves',
    list: 'shelves',
    key: ['id'],
    fields: [field('id', 'Int', false), field('label', 'String')],
    relationships: [
      { name: 'items', target: 'Item', many: true, on: { id: 'shelf_id' } },
      {
        name: 'tags',
        target: 'Tag',
        many: true,
        on: { id: 'shelf_id' },
        through: { entity: 'Item', on: { tag: 'name' } },
      },
    ],
  },
  {
    name: 'Item',
    table: 'items',
    list: 'items',
    key: ['id'],
    fields: [
      field('id', 'Int', false),
      field('shelf_id', 'Int'),
      field('tag', 'String'),
      field('name', 'String'),
      field('colour', colour),
      field('long', 'Long'),
      field('single', 'Single'),
      field('weight', 'Float'),
      field('price', 'Decimal'),
      field('sold', 'Boolean'),
      field('at', 'DateTime'),
      field('opens', 'LocalTime'),
      field('bytes', 'Base64String'),
      field('extra', 'JSON'),
      field('sizes', { scalar: 'Int', list: true }),
    ],
    relationships: [{ name: 'shelf', target: 'Shelf', many: false, on: { shelf_id: 'id' } }],
  },
  {
    name: 'Tag',
    table: 'tags',
    list: 'tags',
    key: ['name'],
    fields: [field('name', 'String', false)],
    relationships: [],
  },
];

type TextRow = Readonly<Record<string, string>>;

const rows: Readonly<Record<string, readonly TextRow[]>> = {
  Shelf: [{ id: '1', label: 'top' }, { id: '2', label: 'low' }, { id: '3' }],
  Item: [
    {
      id: '1',
      shelf_id: '1',
      tag: 'new',
      name: 'Éclair 100%',
      colour: 'BLUE',
      long: '9007199254740993',
      single: '3.3',
      weight: 'NaN',
      price: '1.50',
      sold: 't',
      at: '2024-02-29 10:00:00.120000+00',
      opens: '08:30:00.250',
      bytes: '\\x00ff',
      extra: '{"b": 1.0, "a": null}',
      sizes: '{1,NULL,3}',
    },
    {
      id: '2',
      shelf_id: '1',
      tag: 'old',
      name: 'éclair',
      colour: 'RED',
      long: '9007199254740992',
      single: '2',
      weight: 'Infinity',
      price: '1.5',
      sold: 'f',
      at: '2024-02-29 10:00:00',
      opens: '10:00:00',
      bytes: '\\x',
      extra: 'null',
      sizes: '{}',
    },
    { id: '3', shelf_id: '2', tag: 'new', name: 'a_b\\c', colour: 'GREEN', weight: '-1', price: '10' },
    { id: '4', tag: 'none' },
    { id: '5', shelf_id: '2', name: '\u{1f41f}', weight: '1e-7', price: '-0.001' },
    { id: '6', shelf_id: '2', name: '\uff5e' },
  ],
  Tag: [{ name: 'new' }, { name: 'old' }],
};

const decode = ({ fields }: Entity, row: TextRow): Row =>
  Object.fromEntries(fields.map(({ name, type }) => [name, decodeValue(row[name] ?? null, type)]));

/** A few rows whose answers can be derived by hand. */
export const miniShop: Dataset = {
  entities,
  rows: new Map(entities.map((entity) => [entity.name, (rows[entity.name] ?? []).map((row) => decode(entity, row))])),
};

const service = createNaiveService(writeSchema(writeSdl(entities)), miniShop);

/**
 * Returns the naive answer as JSON text.
 * @throws Error if it has errors
 */
export function executeText(document: string, variables: Readonly<Record<string, unknown>> = {}): string {
  const { data, errors } = service.answer(parse(document), JSON.stringify(variables));
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return writeAnswer(data);
}

/**
 * Returns the naive answer.
 * @throws Error if it has errors
 */
export const execute = (document: string, variables: Readonly<Record<string, unknown>> = {}): unknown =>
  JSON.parse(executeText(document, variables));

/** Returns the keys of items that a filter literal keeps. */
export const matchedBy = (
  filter: string,
  variables = '',
  values: Readonly<Record<string, unknown>> = {},
): readonly number[] => ids(execute(`query Q${variables} { items(filter: ${filter}) { id } }`, values));

/** Returns the keys of all items in the order of a literal. */
export const orderedBy = (
  orderBy: string,
  variables = '',
  values: Readonly<Record<string, unknown>> = {},
): readonly number[] => ids(execute(`query Q${variables} { items(orderBy: ${orderBy}) { id } }`, values));

const ids = (data: unknown): readonly number[] =>
  (data as { readonly items: readonly { readonly id: number }[] }).items.map(({ id }) => id);
