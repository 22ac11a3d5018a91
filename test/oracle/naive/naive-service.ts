import {
  type DocumentNode,
  executeSync,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNullableType,
  isListType,
} from 'graphql';
import { cutPage, type Page, type PageArguments } from './cut-page.ts';
import { type Dataset, type Entity, isSearched, type Row } from './entity.ts';
import { evaluateOperator } from './evaluate-operator.ts';
import { presentGroups } from './present-groups.ts';
import { readFilter } from './read-filter.ts';
import { readOrder } from './read-order.ts';
import { readAsWritten, readVariables } from './read-variables.ts';
import { Store } from './store.ts';

export interface NaiveAnswer {
  /** Leaves are `null`, booleans, strings, 16-bit and 32-bit numbers, floats, `Digits`, `JsonValue`, and `Cursor`. */
  readonly data: unknown;
  /** Errors; a valid operation has none. */
  readonly errors: readonly string[];
  readonly rootRows: readonly number[];
}

export interface NaiveService {
  /** @param variables JSON text */
  answer(document: DocumentNode, variables: string): NaiveAnswer;
  /** Makes a cursor of another service equivalent to one of this service. */
  mapCursor(other: string, existing: string): void;
}

interface Context {
  readonly store: Store;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly cursors: Map<string, Row>;
  readonly rootRows: number[];
}

/**
 * Answers operations in memory as docs/graphql.md states, as simply as possible.
 * @param schema from `writeSchema`
 */
export function createNaiveService(schema: GraphQLSchema, dataset: Dataset): NaiveService {
  const store = new Store(dataset);
  const cursors = new Map<string, Row>();
  return {
    answer(document, text) {
      const variables = readVariables(text);
      const context: Context = { store, document, variables, cursors, rootRows: [] };
      const { data, errors = [] } = executeSync({
        schema,
        document,
        variableValues: variables,
        contextValue: context,
        fieldResolver: resolveField,
      });
      return { data, errors: errors.map(({ message }) => message), rootRows: context.rootRows };
    },
    mapCursor(other, existing) {
      const row = cursors.get(existing);
      if (row !== undefined) cursors.set(other, row);
    },
  };
}

/** A row as the source of its fields. */
interface Item {
  readonly entity: Entity;
  readonly row: Row;
}

type Arguments = Omit<PageArguments, 'after' | 'before'> &
  Readonly<Partial<Record<'filter' | 'search' | 'after' | 'before', unknown>>>;

const resolveField: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
  const entity = context.store.find(info.parentType.name);
  if (entity !== undefined) return resolveItemField(source as Item, entity, args, { context, info });
  if (source === undefined) return resolveRoot(args, { context, info });
  return (source as Readonly<Record<string, FieldReader>>)[info.fieldName]?.(args, { context, info });
};

interface ResolveContext {
  readonly context: Context;
  readonly info: GraphQLResolveInfo;
}

/** Reads fields of an object that is neither a row nor the root. */
type FieldReader = (args: Readonly<Record<string, unknown>>, context: ResolveContext) => unknown;

const CONNECTION = 'Connection';

function resolveRoot(args: Readonly<Record<string, unknown>>, resolveContext: ResolveContext): unknown {
  const { context, info } = resolveContext;
  const type = getNullableType(info.returnType);
  const name = String(isListType(type) ? type.ofType : type).replace(/!$/, '');
  const { store } = context;
  const entity = store.entity(name.endsWith(CONNECTION) ? name.slice(0, -CONNECTION.length) : name);
  if (isListType(type) || name.endsWith(CONNECTION)) {
    const selected = select(store.rows(entity), entity, args, resolveContext);
    context.rootRows.push(selected.page.items.length);
    return present(selected, resolveContext);
  }
  const row = store.byKey(entity, args as Row);
  context.rootRows.push(row === undefined ? 0 : 1);
  return row && ({ entity, row } satisfies Item);
}

function resolveItemField({ row }: Item, entity: Entity, args: Arguments, resolveContext: ResolveContext): unknown {
  const { context, info } = resolveContext;
  if (context.store.field(entity, info.fieldName) !== undefined) return row[info.fieldName];
  const relationship = context.store.relationship(entity, info.fieldName.replace(/_connection$/, ''));
  const target = context.store.entity(relationship.target);
  const related = context.store.related(relationship, row);
  if (relationship.many) return present(select(related, target, args, resolveContext), resolveContext);
  return related[0] && ({ entity: target, row: related[0] } satisfies Item);
}

interface Selected {
  readonly entity: Entity;
  readonly page: Page;
  /** Rows that the filter keeps. */
  readonly matched: readonly Row[];
  /** Value as the client wrote it. */
  readonly orderBy: unknown;
}

function select(rows: readonly Row[], entity: Entity, args: Arguments, context: ResolveContext): Selected {
  const { store } = context.context;
  const matches = readFilter(store, entity, args.filter);
  const orderBy = argumentAsWritten('orderBy', context);
  const order = readOrder(store, entity, orderBy);
  const matched = rows
    .filter((row) => (matches === undefined || matches(row) === true) && isFound(row, entity, args.search))
    .sort(order);
  const [after, before] = [rowOf(args.after, context.context), rowOf(args.before, context.context)];
  return { entity, page: cutPage(matched, order, { ...args, after, before }), matched, orderBy };
}

/** Returns whether each word occurs in one of the searched fields. */
function isFound(row: Row, entity: Entity, search: unknown): boolean {
  const words = String(search ?? '').split(/\s+/);
  const texts = entity.fields.filter(isSearched).flatMap(({ name, type }) => [{ text: row[name] ?? null, type }]);
  return words.every(
    (word) => word === '' || texts.some(({ text, type }) => evaluateOperator('icontains', text, word, type) === true),
  );
}

/** Returns the source for the fields of a list or connection. */
function present({ entity, page, matched, orderBy }: Selected, { context, info }: ResolveContext): unknown {
  const items = page.items.map((row): Item => ({ entity, row }));
  if (isListType(getNullableType(info.returnType))) return items;
  return {
    items: () => items,
    totalCount: () => matched.length,
    hasNextPage: () => page.hasNextPage,
    hasPreviousPage: () => page.hasPreviousPage,
    startCursor: () => makeCursor(page.items.at(0), entity, context),
    endCursor: () => makeCursor(page.items.at(-1), entity, context),
    groupBy: ((args, resolveContext) => {
      const orders = { groups: argumentAsWritten('orderBy', resolveContext), rows: orderBy };
      return presentGroups({ store: context.store, entity, rows: matched, orders }, args, resolveContext.info);
    }) satisfies FieldReader,
  };
}

function argumentAsWritten(name: string, { context, info }: ResolveContext): unknown {
  const argument = info.fieldNodes[0]?.arguments?.find((candidate) => candidate.name.value === name);
  return argument && readAsWritten(argument.value, context.document, context.variables);
}

function rowOf(cursor: unknown, { cursors }: Context): Row | undefined {
  if (typeof cursor !== 'string') return undefined;
  const row = cursors.get(cursor);
  if (row === undefined) throw new Error(`Unknown cursor "${cursor}".`);
  return row;
}

function makeCursor(row: Row | undefined, entity: Entity, { store, cursors }: Context): string | null {
  if (row === undefined || entity.key.length === 0) return null;
  const cursor = `${entity.name} ${store.rows(entity).indexOf(row)}`;
  cursors.set(cursor, row);
  return cursor;
}
