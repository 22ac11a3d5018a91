import { throwApiError } from '../base/errors.ts';
import { assertNever, invariant } from '../base/invariant.ts';
import type { Groups } from '../plan/shape/groups.ts';
import type { Connection, EntryValue, OrderTerm, PagedRows, Rows, Seek, Selection } from '../plan/shape/rows.ts';
import { type Amount, sizePlusOne } from '../plan/shape/slot.ts';
import { compileGroups } from './compile-groups.ts';
import {
  addConditions,
  addLinkedRows,
  addMatch,
  allOf,
  fieldPath,
  lookup,
  NEVER,
  type Query,
} from './compile-predicate.ts';
import { isPresent, PipelineScope, type Stage } from './scope.ts';
import type { ConnectionShape, MemberShape, ObjectShape, Shape } from './shape.ts';
import type { Template } from './template.ts';

interface CompiledRows {
  /** Collection in which the pipeline starts. */
  readonly from: string;
  readonly scope: PipelineScope;
}

/** Adds the conditions of the rows to a new pipeline. Returns the collection in which the pipeline starts. */
function startRows(rows: Pick<Rows, 'entity' | 'visible' | 'filter' | 'via'>, scope: PipelineScope): string {
  const { via } = rows;
  if (via !== undefined && scope.outer !== undefined) return addLinkedRows({ ...rows, via }, scope);
  addConditions(rows, scope);
  return rows.entity.source.name;
}

export function compileOne(rows: Rows, scope: PipelineScope): CompiledRows & { readonly shape: ObjectShape } {
  const from = startRows(rows, scope);
  scope.add({ $limit: 1 });
  return { from, scope, shape: addSelection(rows.selection, scope) };
}

export function compileList(rows: PagedRows, scope: PipelineScope): CompiledRows & { readonly shape: ObjectShape } {
  const from = startRows(rows, scope);
  addOrder(rows.order, scope);
  addPage(rows.page, scope);
  return { from, scope, shape: addSelection(rows.selection, scope) };
}

const amount = (size: Amount, scope: PipelineScope): Template =>
  typeof size === 'number' ? size : scope.command.value(size);

function addPage({ size, offset }: PagedRows['page'], scope: PipelineScope): void {
  if (offset !== undefined && offset !== 0) scope.add({ $skip: amount(offset, scope) });
  scope.add({ $limit: amount(size, scope) });
}

export function addOrder(order: readonly OrderTerm[], scope: PipelineScope, isReversed = false): void {
  scope.sort(
    order.map((term) => ({
      path: fieldPath(term, scope),
      descending: term.descending !== isReversed,
      nullsFirst: (term.nulls === 'first') !== isReversed,
      nullable: term.field.nullable || term.path.length > 0,
    })),
  );
}

/** Adds joins for the selection, and a stage that keeps only its fields. */
function addSelection(
  selection: Selection,
  scope: PipelineScope,
  others: Readonly<Record<string, Template>> = {},
): ObjectShape {
  const fields: Record<string, Template> = { ...others };
  const shape = selectInto(selection, scope, fields);
  scope.add({ $replaceWith: Object.keys(fields).length > 0 ? fields : { _: 1 } });
  return shape;
}

function selectInto(selection: Selection, scope: PipelineScope, fields: Record<string, Template>): ObjectShape {
  const entries = selection.map(({ key, value }) => ({ key, shape: selectValue(value, scope, fields) }));
  return { kind: 'object', entries };
}

function selectValue(value: EntryValue, scope: PipelineScope, fields: Record<string, Template>): Shape {
  const put = (expression: Template): string => {
    const known = Object.keys(fields).find((name) => fields[name] === expression);
    const name = known ?? `f${Object.keys(fields).length}`;
    fields[name] = expression;
    return name;
  };
  switch (value.kind) {
    case 'field':
      return { kind: 'scalar', field: put(`$${value.field.column}`), type: value.field.type };
    case 'typename':
      return { kind: 'constant', json: JSON.stringify(value.name) };
    case 'null':
      return { kind: 'constant', json: 'null' };
    case 'hash':
      return {
        kind: 'hash',
        fields: value.fields.map(({ column, type }) => ({ kind: 'scalar', field: put(`$${column}`), type })),
      };
    case 'one': {
      const { from, scope: inner, shape } = compileOne(value.rows, new PipelineScope(scope.command, scope));
      return { kind: 'one', field: put(`$${addLookup(from, inner, scope)}`), shape };
    }
    case 'list': {
      const { from, scope: inner, shape } = compileList(value.rows, new PipelineScope(scope.command, scope));
      return { kind: 'list', field: put(`$${addLookup(from, inner, scope)}`), shape };
    }
    case 'connection': {
      const parts = compileConnection(value.connection, scope);
      const joined = parts.lookups.map((part) => put(`$${addLookup(part.from, part.scope, scope)}`));
      return { ...parts.shape, parts: joined };
    }
    default:
      return assertNever(value);
  }
}

function addLookup(from: string, inner: PipelineScope, scope: PipelineScope): string {
  const name = scope.command.nextName('r');
  scope.add(lookup(from, inner, name));
  return name;
}

/** Pipelines of a connection, in the order of `parts` of its shape. */
export interface CompiledConnection {
  readonly lookups: readonly CompiledRows[];
  readonly shape: Omit<ConnectionShape, 'parts'>;
}

/** @param outer scope of the enclosing document; at the root, a scope without documents */
export function compileConnection(connection: Connection, outer: PipelineScope): CompiledConnection {
  const lookups: CompiledRows[] = [];
  const add = (part: CompiledRows): number => lookups.push(part) - 1;
  const { members, fromEnd } = connection;
  if (connection.cursors === 'position') {
    throwApiError('OperationNotOffered', 'Cursors of collections without a key are not supported on this database.');
  }
  const needsMore = members.some(
    (member) =>
      member.kind === (fromEnd ? 'hasPreviousPage' : 'hasNextPage') ||
      ('nullOnLastPage' in member && member.nullOnLastPage === true && !fromEnd),
  );
  const needsCursor = members.some(({ kind }) => kind === 'startCursor' || kind === 'endCursor');
  const items = members.filter((member) => member.kind === 'items');
  const hasPage = needsMore || needsCursor || items.length > 0;
  const page = hasPage
    ? compilePage(connection, { needsMore, needsCursor, outer })
    : { part: undefined, itemShapes: [], cursor: [] };
  if (page.part !== undefined) add(page.part);
  const cursorRows = [connection.after, connection.before]
    .filter((seek) => seek?.by === 'key')
    .map((seek) => {
      invariant(seek, 'a cursor names its row');
      const scope = cursorRow(seek, connection, outer);
      scope.add({ $project: { _id: 1 } });
      return add({ from: connection.entity.source.name, scope });
    });
  const excluded = (side: 'after' | 'before'): number | undefined => {
    const seek = connection[side];
    if (seek === undefined) return undefined;
    return add(compileOthers(connection, outer, (scope) => noneOfSeek(seek, connection, scope), EXISTS));
  };
  const memberShapes = members.map((member): MemberShape => {
    const { key } = member;
    switch (member.kind) {
      case 'items':
        return { kind: 'items', key, index: items.indexOf(member) };
      case 'typename':
        return { kind: 'typename', key, name: member.name };
      case 'totalCount':
        return { kind: 'totalCount', key, part: add(compileOthers(connection, outer, undefined, [{ $count: 'n' }])) };
      case 'groups':
        return { kind: 'groups', key, ...addGroups(member.groups, connection, { outer, add }) };
      case 'hasNextPage': {
        const part = excluded('before');
        return { kind: 'hasPage', key, more: !fromEnd, ...(part !== undefined && { part }) };
      }
      case 'hasPreviousPage': {
        const part = excluded('after') ?? skipped(connection, outer, add);
        return { kind: 'hasPage', key, more: fromEnd, ...(part !== undefined && { part }) };
      }
      default: {
        const part = member.nullOnLastPage === true ? excluded('before') : undefined;
        return {
          kind: member.kind,
          key,
          ...(member.nullOnLastPage === true && { onlyIf: { more: !fromEnd, ...(part !== undefined && { part }) } }),
        };
      }
    }
  });
  return {
    lookups,
    shape: {
      kind: 'connection',
      members: memberShapes,
      items: page.itemShapes,
      hasPage,
      fromEnd,
      cursor: {
        order: connection.cursorOrder,
        terms: page.cursor,
        ...(connection.cursors !== undefined && {
          key: connection.entity.key.map((field) =>
            connection.order.findIndex((term) => term.path.length === 0 && term.field === field),
          ),
        }),
      },
      cursorRows,
    },
  };
}

const EXISTS: readonly Stage[] = [{ $limit: 1 }, { $project: { _id: 1 } }];

interface PageOptions {
  readonly needsMore: boolean;
  readonly needsCursor: boolean;
  readonly outer: PipelineScope;
}

function compilePage(
  connection: Connection,
  { needsMore, needsCursor, outer }: PageOptions,
): {
  readonly part: CompiledRows;
  readonly itemShapes: readonly ObjectShape[];
  readonly cursor: ConnectionShape['cursor']['terms'];
} {
  const scope = new PipelineScope(outer.command, outer);
  const from = startRows(connection, scope);
  const { after, before, order, page, fromEnd } = connection;
  const seeks = [after, before].filter((seek) => seek !== undefined);
  addMatch(scope, allOf(seeks.map((seek) => seekQuery(seek, connection, scope))));
  addOrder(order, scope, fromEnd);
  addPage({ ...page, size: needsMore ? sizePlusOne(page.size) : page.size }, scope);
  const fields: Record<string, Template> = {};
  const itemShapes = connection.members
    .filter((member) => member.kind === 'items')
    .map(({ selection }) => selectInto(selection, scope, fields));
  const cursor = needsCursor
    ? order.map((term, index) => {
        fields[`c${index}`] = `$${fieldPath(term, scope)}`;
        return { field: `c${index}`, type: term.field.type };
      })
    : [];
  if (needsMore) fields.s = { $literal: amount(page.size, scope) };
  scope.add({ $replaceWith: Object.keys(fields).length > 0 ? fields : { _: 1 } });
  return { part: { from, scope }, itemShapes, cursor };
}

/** Compiles a pipeline over all rows of a connection, on the page or not. */
function compileOthers(
  connection: Connection,
  outer: PipelineScope,
  condition: ((scope: PipelineScope) => Query) | undefined,
  stages: readonly Stage[],
): CompiledRows {
  const scope = new PipelineScope(outer.command, outer);
  const from = startRows(connection, scope);
  if (condition !== undefined) addMatch(scope, condition(scope));
  scope.add(...stages);
  return { from, scope };
}

function skipped(
  connection: Connection,
  outer: PipelineScope,
  add: (part: CompiledRows) => number,
): number | undefined {
  const { offset } = connection.page;
  if (offset === undefined || offset === 0) return undefined;
  const isSkipping = (scope: PipelineScope): Query => ({ $expr: { $gt: [{ $literal: amount(offset, scope) }, 0] } });
  return add(compileOthers(connection, outer, isSkipping, EXISTS));
}

const noneOfSeek = (seek: Seek, connection: Connection, scope: PipelineScope): Query => ({
  $nor: [seekQuery(seek, connection, scope)],
});

/** Returns a query for the rows after a position, in the direction of the seek. */
function seekQuery(seek: Seek, connection: Connection, scope: PipelineScope): Query {
  if (seek.by === 'hash') {
    throwApiError('OperationNotOffered', 'Cursors of rows with long keys are not supported on this database.');
  }
  const row = seek.by === 'key' ? joinCursorRow(seek, connection, scope) : undefined;
  const forward = seek.side === 'after';
  const terms = connection.order.map((term, index): SeekTerm => {
    const value = seek.values[index] ?? null;
    return {
      path: fieldPath(term, scope),
      value:
        row === undefined ? (value === null ? null : { $literal: scope.command.value(value) }) : `$${row}.c${index}`,
      isNull: row === undefined ? value === null : undefined,
      operator: term.descending === forward ? '$lt' : '$gt',
      nullsAfter: term.nulls === (forward ? 'last' : 'first'),
    };
  });
  const alternatives = terms.flatMap((term, index): readonly Query[] =>
    queriesBeyond(term).map((query) => allOf([...terms.slice(0, index).map(equalQuery), query])),
  );
  return alternatives.length === 0 ? NEVER : { $or: alternatives };
}

/** The value of one order term at a position. */
interface SeekTerm {
  /** Path of the field. */
  readonly path: string;
  /** Expression. */
  readonly value: Template;
  /** Undefined if the database reads the value. */
  readonly isNull: boolean | undefined;
  readonly operator: '$lt' | '$gt';
  readonly nullsAfter: boolean;
}

function queriesBeyond({ path, value, isNull, operator, nullsAfter }: SeekTerm): readonly Query[] {
  const present = { [path]: { $ne: null } };
  if (isNull === true) return nullsAfter ? [] : [present];
  if (isNull === false) {
    const literal = (value as { readonly $literal: Template }).$literal;
    const beyond = { [path]: { [operator]: literal } };
    return nullsAfter ? [beyond, { [path]: { $eq: null } }] : [beyond];
  }
  const field = `$${path}`;
  const whenValue = { $expr: { $and: [isPresent(value), isPresent(field), { [operator]: [field, value] }] } };
  const whenNull = nullsAfter
    ? { $expr: { $and: [isPresent(value), { $not: [isPresent(field)] }] } }
    : { $expr: { $and: [{ $not: [isPresent(value)] }, isPresent(field)] } };
  return [whenValue, whenNull];
}

function equalQuery({ path, value, isNull }: SeekTerm): Query {
  if (isNull === true) return { [path]: { $eq: null } };
  if (isNull === false) return { [path]: { $eq: (value as { readonly $literal: Template }).$literal } };
  return { $expr: { $eq: [{ $ifNull: [`$${path}`, null] }, { $ifNull: [value, null] }] } };
}

/** Joins the order values `c0`, `c1`, … of the cursor's row, and returns the field that holds them. */
function joinCursorRow(seek: Seek, connection: Connection, scope: PipelineScope): string {
  return scope.join(`cursor ${seek.side}`, () => {
    const name = scope.command.nextName('c');
    const inner = cursorRow(seek, connection, scope);
    const fields = connection.order.map((term, index): [string, string] => [`c${index}`, `$${fieldPath(term, inner)}`]);
    inner.add({ $replaceWith: Object.fromEntries(fields) });
    scope.add(lookup(connection.entity.source.name, inner, name), { $set: { [name]: { $first: `$${name}` } } });
    return name;
  });
}

/** Selects the row of a cursor by its key. */
function cursorRow({ values }: Seek, { entity, visible }: Connection, outer: PipelineScope): PipelineScope {
  const scope = new PipelineScope(outer.command, outer);
  const keyQueries = entity.key.map(({ column }, index): Query => {
    const value = values[index] ?? null;
    return { [column]: { $eq: value === null ? null : scope.command.value(value) } };
  });
  addMatch(scope, allOf(keyQueries));
  addConditions({ ...(visible && { visible }) }, scope);
  scope.add({ $limit: 1 });
  return scope;
}

interface PartContext {
  readonly outer: PipelineScope;
  readonly add: (part: CompiledRows) => number;
}

function addGroups(
  groups: Groups,
  connection: Connection,
  { outer, add }: PartContext,
): { readonly shape: ObjectShape; readonly part: number } {
  const scope = new PipelineScope(outer.command, outer);
  const from = startRows(connection, scope);
  const shape = compileGroups(groups, scope);
  scope.add({ $limit: amount(groups.size, scope) });
  return { shape, part: add({ from, scope }) };
}
