import { invariant } from '../base/invariant.ts';
import type { EntryValue, PagedRows, RowMetadata, Rows } from '../plan/shape/rows.ts';
import { type CompiledRoot, metadataValue } from './command.ts';
import { compileList, compileOne } from './compile-rows.ts';
import { PipelineScope } from './scope.ts';
import type { ObjectShape, Shape, ShapeWriter, StoredDocument } from './shape.ts';

/** Values of the response: a document, or a list of documents. */
export interface ReturnedRows {
  readonly form: 'row' | 'rows';
  readonly rows: Rows | PagedRows;
  readonly metadata?: readonly RowMetadata[];
}

const OWN_VALUES: ReadonlySet<EntryValue['kind']> = new Set(['field', 'typename', 'null', 'hash'] as const);

/** Returns true if a write can return the values: they are fields of the document, which is visible to the role. */
export const areOwnValues = ({ rows }: ReturnedRows): boolean =>
  rows.visible === undefined && rows.selection.every(({ value }) => OWN_VALUES.has(value.kind));

/** Compiles the values of the documents that the pipeline has selected. */
export function compileReturned(
  { form, rows, metadata = [] }: ReturnedRows,
  scope: PipelineScope,
  writer: ShapeWriter,
): CompiledRoot {
  if (form === 'rows') {
    invariant('page' in rows, 'rows are a page');
    const { from, shape } = compileList(rows, scope);
    return { pipelines: [{ from, stages: scope.stages }], read: ([found = []]) => [writer.list(shape, found)] };
  }
  const isHidden = rows.visible !== undefined && metadata.some((member) => member.unfiltered === true);
  if (isHidden) return compileHidden(rows, metadata, scope, writer);
  const selection = [...rows.selection, ...metadata];
  const { from, shape } = compileOne({ ...rows, selection }, scope);
  return {
    pipelines: [{ from, stages: scope.stages }],
    read: ([found = []]) => writeRow(shape, rows.selection.length, found[0], writer),
  };
}

/** Writes a document as JSON, and then its metadata: the entries of the shape after the first `count`. */
function writeRow(
  shape: ObjectShape,
  count: number,
  row: StoredDocument | undefined,
  writer: ShapeWriter,
): readonly (string | null)[] {
  const others = shape.entries.slice(count);
  if (row === undefined) return [null, ...others.map(() => null)];
  const object = writer.object({ ...shape, entries: shape.entries.slice(0, count) }, row);
  return [object, ...others.map((entry) => metadataValue(entry.shape, row, writer))];
}

/** Compiles a document, some of whose metadata is returned even if the policy hides the document. */
function compileHidden(
  rows: Rows,
  metadata: readonly RowMetadata[],
  scope: PipelineScope,
  writer: ShapeWriter,
): CompiledRoot {
  const { visible: _, ...all } = rows;
  const unfiltered = metadata.filter((member) => member.unfiltered === true);
  const hidden = new PipelineScope(scope.command);
  hidden.add(...scope.stages);
  const shown = compileReturned(
    { form: 'row', rows, metadata: metadata.filter((member) => member.unfiltered !== true) },
    scope,
    writer,
  );
  const { from, shape } = compileOne({ ...all, selection: unfiltered }, hidden);
  return {
    pipelines: [...shown.pipelines, { from, stages: hidden.stages }],
    read: ([found = [], everything = []]) => {
      const [object = null, ...filtered] = shown.read([found]);
      const [, ...others] = writeRow(shape, 0, everything[0], writer);
      const next = (member: RowMetadata): string | null =>
        (member.unfiltered === true ? others.shift() : filtered.shift()) ?? null;
      return [object, ...metadata.map(next)];
    },
  };
}

/** Returns values from the documents that a write has returned. */
export function readDirect(
  { form, rows: { selection }, metadata = [] }: ReturnedRows,
  documents: readonly StoredDocument[],
  writer: ShapeWriter,
): readonly (string | null)[] {
  const entries = [...selection, ...metadata].map(({ key, value }) => ({ key, shape: ownShape(value) }));
  const shape: ObjectShape = { kind: 'object', entries };
  return form === 'rows' ? [writer.list(shape, documents)] : writeRow(shape, selection.length, documents[0], writer);
}

function ownShape(value: EntryValue): Shape {
  switch (value.kind) {
    case 'field':
      return { kind: 'scalar', field: value.field.column, type: value.field.type };
    case 'hash':
      return {
        kind: 'hash',
        fields: value.fields.map(({ column, type }) => ({ kind: 'scalar', field: column, type })),
      };
    case 'typename':
      return { kind: 'constant', json: JSON.stringify(value.name) };
    default:
      return { kind: 'constant', json: 'null' };
  }
}

export const columnsOf = (value: EntryValue): readonly string[] =>
  value.kind === 'field' ? [value.field.column] : value.kind === 'hash' ? value.fields.map(({ column }) => column) : [];
