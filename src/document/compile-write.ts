import { throwApiError } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { Entity } from '../model/model.ts';
import { isNotTrue } from '../plan/filter/predicates.ts';
import type { Delete, Insert, Update } from '../plan/shape/changes.ts';
import type { Matches, Predicate } from '../plan/shape/predicate.ts';
import type { PagedRows, Rows } from '../plan/shape/rows.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { Result } from '../store/result.ts';
import type { ChangeRow } from '../store/script.ts';
import { type CompiledRoot, type DocumentContext, printCommand, unitePipelines } from './command.ts';
import { addMatch, allOf, compilePredicate, type Query } from './compile-predicate.ts';
import { addOrder } from './compile-rows.ts';
import { CommandContext, PipelineScope, type Stage } from './scope.ts';
import type { ScalarShape, ShapeWriter, StoredDocument } from './shape.ts';
import type { Template, TemplateObject } from './template.ts';
import { unchanged } from './write-conditions.ts';
import { columnsOf, compileReturned, type ReturnedRows, readDirect } from './written-values.ts';

/** Key of every document. */
export const ID = '_id';

export interface CompiledCommand {
  readonly text: string;
  readonly slots: readonly Slot[];
  readonly read: (result: Result) => ChangeRow;
}

/** Returns the slot of an assigned value. A captured value needs no conversion, because it comes from the database. */
const storedSlot = (slot: Slot): Slot =>
  slot.source.kind === 'captured' && slot.use.kind === 'assign'
    ? { source: slot.source, use: { kind: 'value', type: slot.use.type } }
    : slot;

const inKeys = (keys: Slot | undefined, command: CommandContext): Query =>
  keys === undefined ? {} : { [ID]: { $in: command.value(keys) } };

export interface FindRequest {
  readonly entity: Entity;
  readonly where?: Predicate;
  readonly matches?: Matches;
  /** Captured keys of the documents. */
  readonly keys?: Slot;
  readonly captures?: readonly string[];
  readonly values?: readonly ReturnedRows[];
  readonly limit?: number;
  /** Restricts the captured documents to those of the response. */
  readonly page?: Rows | PagedRows;
}

/** Maximum characters of captured keys in base64. A command has at most 16 MiB. */
const MAX_CAPTURED = 16 * 2 ** 20;

const rejectTooManyKeys = (): never =>
  throwApiError('LimitExceeded', 'The keys of the found rows do not fit in a command. Write fewer rows at a time.');

export function compileFind(request: FindRequest, context: DocumentContext): CompiledCommand {
  const { entity, where, matches, keys, captures = [], values = [], limit, page } = request;
  const command = new CommandContext();
  const { writer } = context;
  const start = (): PipelineScope => {
    const scope = new PipelineScope(command);
    addMatch(scope, inKeys(keys, command));
    if (where !== undefined) addMatch(scope, compilePredicate(where, scope));
    return scope;
  };
  const found = start();
  if (page !== undefined && 'page' in page) {
    addOrder(page.order, found);
    found.add({ $limit: page.page.size });
  }
  if (limit !== undefined) found.add({ $limit: limit });
  const fieldOf = (column: string): string => `f${captures.indexOf(column)}`;
  const fields = Object.fromEntries(captures.map((column) => [fieldOf(column), `$${column}`]));
  const tags = matches && { tags: { $literal: command.value(matches.tags) } };
  found.add(captures.length === 0 ? { $project: { [ID]: 1 } } : { $replaceWith: { ...fields, ...tags } });
  const hashed = (matches?.fields ?? []).map(
    ({ column, type }): ScalarShape => ({ kind: 'scalar', field: fieldOf(column), type }),
  );
  const isMatching = (document: StoredDocument): boolean => {
    if (matches === undefined) return true;
    const accepted = document.tags as readonly string[];
    return accepted.includes('*') || accepted.includes(writer.hash(hashed, document));
  };
  const rows: CompiledRoot<ChangeRow> = {
    pipelines: [{ from: entity.source.name, stages: found.stages }],
    read: ([documents = []]) => {
      const matching = documents.filter(isMatching);
      let size = 0;
      const captured = matching.map((document) =>
        captures.map((column) => {
          const value = writer.capture(document[fieldOf(column)]);
          size += value?.length ?? 0;
          if (size > MAX_CAPTURED) rejectTooManyKeys();
          return value;
        }),
      );
      return {
        affected: matching.length,
        passesCheck: null,
        captured: captures.length === 0 ? undefined : captured,
        values: [],
      };
    },
  };
  const returned = values.map((value) => compileReturned(value, start(), writer));
  return printAggregate(rows, returned, command, context);
}

function printAggregate(
  rows: CompiledRoot<ChangeRow>,
  returned: readonly CompiledRoot[],
  command: CommandContext,
  { layout }: DocumentContext,
): CompiledCommand {
  const roots: readonly CompiledRoot<ChangeRow | readonly (string | null)[]>[] = [rows, ...returned];
  const { from, pipeline, read } = unitePipelines(roots);
  return {
    text: printCommand({ aggregate: from, pipeline, cursor: {} }, layout),
    slots: command.slots,
    read: (result) => {
      const [row, ...values] = read(result) as [ChangeRow, ...(readonly (string | null)[])[]];
      return { ...row, values: values.flat() };
    },
  };
}

interface RereadRequest {
  readonly keys: Slot;
  readonly values: readonly ReturnedRows[];
  /** Condition that every document must satisfy. */
  readonly check?: Predicate;
}

/** Compiles a command that reads written documents by their captured keys. */
export function compileReread(
  { entity, table }: Insert | Update,
  { keys, values, check }: RereadRequest,
  context: DocumentContext,
): CompiledCommand {
  const command = new CommandContext();
  const start = (): PipelineScope => {
    const scope = new PipelineScope(command);
    addMatch(scope, inKeys(keys, command));
    return scope;
  };
  const rows: CompiledRoot<ChangeRow> = { pipelines: [], read: () => ({ ...NO_ROWS, passesCheck: null }) };
  const returned = values.map((value) => {
    const scope = start();
    if (value.form === 'rows' && 'page' in value.rows && value.rows.order.length === 0) {
      const position = command.nextName('n');
      scope.add(
        { $set: { [position]: { $indexOfArray: [{ $literal: command.value(keys) }, `$${ID}`] } } },
        { $sort: { [position]: 1 } },
      );
    }
    return compileReturned(value, scope, context.writer);
  });
  if (check === undefined || entity === undefined) return printAggregate(rows, returned, command, context);
  const failing = start();
  addMatch(failing, compilePredicate(isNotTrue(check), failing));
  failing.add({ $limit: 1 }, { $project: { [ID]: 1 } });
  const checked: CompiledRoot<ChangeRow> = {
    pipelines: [{ from: table.name, stages: failing.stages }],
    read: ([documents = []]) => ({ ...NO_ROWS, passesCheck: documents.length === 0 }),
  };
  return printAggregate(checked, returned, command, context);
}

const NO_ROWS = { affected: 0, captured: undefined, values: [] } as const;

function toDocuments({ columns, rows }: Insert, command: CommandContext): readonly TemplateObject[] {
  return rows.map((row) =>
    Object.fromEntries(
      columns.flatMap((column, index) => {
        const slot = row[index];
        return slot === undefined ? [] : [[column, command.value(storedSlot(slot))] as const];
      }),
    ),
  );
}

/** Compiles a command that finds new documents for which a condition is true, before they are inserted. */
export function compileInsertCheck(write: Insert, failing: Predicate, { layout }: DocumentContext): CompiledCommand {
  const command = new CommandContext();
  const scope = new PipelineScope(command);
  scope.add({ $documents: toDocuments(write, command).map((document) => ({ $literal: document })) });
  addMatch(scope, compilePredicate(failing, scope));
  scope.add({ $limit: 1 }, { $project: { [ID]: 1 } });
  return {
    text: printCommand({ aggregate: 1, pipeline: scope.stages, cursor: {} }, layout),
    slots: command.slots,
    read: ([set]) => ({ ...NO_ROWS, affected: set?.documents?.length ?? 0, passesCheck: null }),
  };
}

interface WriteResponse {
  readonly captures: readonly string[];
  readonly values: readonly ReturnedRows[];
}

export function compileInsert(
  write: Insert,
  response: WriteResponse,
  { layout, writer }: DocumentContext,
): CompiledCommand {
  const command = new CommandContext();
  const documents = toDocuments(write, command);
  return {
    text: printCommand({ insert: write.table.name, documents, ordered: true, ...skippedIndexes(write) }, layout),
    slots: command.slots,
    read: ([set]) => readWritten(set?.affected ?? 0, (set?.documents ?? []) as StoredDocument[], response, writer),
  };
}

/** Returns the names of the indexes of the key. `insert` skips a document whose key is in one of them. */
function skippedIndexes({ entity, onConflictSkip }: Insert): { readonly skip?: readonly string[] } {
  if (onConflictSkip === undefined || entity === undefined) return {};
  const key = entity.key.map(({ name }) => name).sort();
  const indexes = [...entity.constraints].filter(([, { fields }]) => [...fields].sort().join() === key.join());
  return { skip: indexes.map(([name]) => name) };
}

function readWritten(
  affected: number,
  documents: readonly StoredDocument[],
  { captures, values }: WriteResponse,
  writer: ShapeWriter,
): ChangeRow {
  return {
    affected,
    passesCheck: null,
    // A write that changed nothing keeps the keys that its find step has captured.
    captured:
      captures.length === 0 || documents.length === 0
        ? undefined
        : documents.map((document) => captures.map((column) => writer.capture(document[column]))),
    values: values.flatMap((value) => readDirect(value, documents, writer)),
  };
}

interface RowWriteRequest extends WriteResponse {
  readonly isBulk: boolean;
  readonly where?: Predicate;
  /** Condition on the document after the update, in which the assigned values replace their fields. */
  readonly check?: Predicate;
  readonly keys?: Slot;
  /** Condition that the find step has checked. The command requires that the fields have not changed since then. */
  readonly matches?: Matches;
}

/** Compiles an update or delete. An update without assignments only finds its documents. */
export function compileRowWrite(
  write: Update | Delete,
  { isBulk, where, check, keys, matches, ...response }: RowWriteRequest,
  { layout, writer }: DocumentContext,
): CompiledCommand {
  const command = new CommandContext();
  const scope = new PipelineScope(command);
  const query = allOf([
    inKeys(keys, command),
    ...[where, check].map((predicate): Query => (predicate ? compilePredicate(predicate, scope) : {})),
    ...(matches ? [unchanged(matches, write.id, command)] : []),
  ]);
  invariant(scope.stages.length === 0, 'the filter of a write reads only its own document');
  const update = write.kind === 'update' ? updateOf(write, command) : undefined;
  const selected = response.values.flatMap(({ rows, metadata = [] }) => [...rows.selection, ...metadata]);
  const columns = [...new Set([ID, ...response.captures, ...selected.flatMap(({ value }) => columnsOf(value))])];
  const fields = Object.fromEntries(columns.map((column) => [column, 1]));
  return {
    text: printCommand(commandOf(write.table.name, { query, update, fields, isBulk, kind: write.kind }), layout),
    slots: command.slots,
    read: ([set]) => {
      const documents = (set?.documents ?? []) as readonly StoredDocument[];
      const count = Number(documents[0]?.n ?? 0);
      if (isBulk && set?.affected === undefined) return { ...NO_ROWS, affected: count, passesCheck: null };
      return readWritten(set?.affected ?? documents.length, documents, response, writer);
    },
  };
}

/** Returns undefined if nothing is assigned. The key cannot be reset. */
function updateOf({ set }: Update, command: CommandContext): TemplateObject | undefined {
  const assigned = set.flatMap(({ column, value }): [string, Template][] =>
    value === undefined ? [] : [[column, command.value(storedSlot(value))]],
  );
  const reset = set.filter(({ column, value }) => value === undefined && column !== ID);
  if (assigned.length === 0 && reset.length === 0) return undefined;
  return {
    ...(assigned.length > 0 && { $set: Object.fromEntries(assigned) }),
    ...(reset.length > 0 && { $unset: Object.fromEntries(reset.map(({ column }) => [column, ''])) }),
  };
}

interface CommandParts {
  readonly kind: 'update' | 'delete';
  readonly query: Query;
  readonly update: TemplateObject | undefined;
  readonly fields: TemplateObject;
  readonly isBulk: boolean;
}

function commandOf(collection: string, { kind, query, update, fields, isBulk }: CommandParts): TemplateObject {
  if (kind === 'delete') {
    return isBulk
      ? { delete: collection, deletes: [{ q: query, limit: 0 }] }
      : { findAndModify: collection, query, remove: true, fields };
  }
  if (update !== undefined) {
    return isBulk
      ? { update: collection, updates: [{ q: query, u: update, multi: true }] }
      : { findAndModify: collection, query, update, new: true, fields };
  }
  const found: readonly Stage[] = isBulk ? [{ $count: 'n' }] : [{ $limit: 1 }, { $project: fields }];
  return { aggregate: collection, pipeline: [{ $match: query }, ...found], cursor: {} };
}
