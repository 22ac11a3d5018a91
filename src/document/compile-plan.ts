import { throwApiError } from '../base/errors.ts';
import { findEntities } from '../plan/shape/find-entities.ts';
import type { Plan, Root } from '../plan/shape/plan.ts';
import { findRowPaths } from '../plan/shape/row-paths.ts';
import { nameStatement } from '../store/name-statement.ts';
import type { ReadRequest, Script, ScriptRoot } from '../store/script.ts';
import type { Layout } from '../store/store.ts';
import { compileConnection, compileList, compileOne } from './compile-rows.ts';
import { CommandContext, PipelineScope, type Stage } from './scope.ts';
import { type ConnectionShape, type Shape, type ShapeWriter, type StoredDocument, writeMembers } from './shape.ts';

export interface DocumentContext {
  readonly name: string;
  readonly writer: ShapeWriter;
  readonly catalogGeneration: number;
  readonly layout: Layout;
}

/** Documents of one pipeline. */
interface Part {
  /** Undefined if no collection is read. */
  readonly from: string | undefined;
  readonly stages: readonly Stage[];
}

interface CompiledRoot {
  readonly parts: readonly Part[];
  /** Returns JSON of the root, followed by its separate metadata. */
  readonly read: (results: readonly (readonly StoredDocument[])[]) => readonly (string | null)[];
}

/**
 * Compiles a query to one aggregation. Several pipelines are united, and each document has the number of its pipeline.
 * @throws ApiError OperationNotOffered
 */
export function compilePlan(plan: Plan, context: DocumentContext): Script {
  const command = new CommandContext();
  const compiled: CompiledRoot[] = [];
  let metadata: readonly string[] | undefined;
  const roots = plan.roots.map((root): ScriptRoot => {
    switch (root.kind) {
      case 'typename':
        return { kind: 'constant', key: root.key, json: JSON.stringify(root.name) };
      case 'introspection':
        return root;
      case 'change':
      case 'call':
        return throwApiError('OperationNotOffered', `Changes are not supported on ${context.name}.`);
      default: {
        compiled.push(compileRoot(root, command, context.writer));
        if (root.kind === 'one' && root.metadata !== undefined && root.metadata.length > 0) {
          metadata = root.metadata.map(({ key }) => key);
        } else if (root.kind === 'connection' && root.metadata === true) {
          metadata = root.connection.members.slice(1).map(({ key }) => key);
        }
        return { kind: 'value', key: root.key, index: compiled.length - 1, ...(metadata && { metadata }) };
      }
    }
  });
  return {
    requests: compiled.length > 0 ? [compileRequest(compiled, command, context)] : [],
    roots,
    rowPaths: findRowPaths(plan),
    entities: findEntities(plan),
  };
}

type StoredRoot = Extract<Root, { kind: 'one' | 'list' | 'connection' }>;

function compileRoot(root: StoredRoot, command: CommandContext, writer: ShapeWriter): CompiledRoot {
  const outermost = new PipelineScope(command);
  switch (root.kind) {
    case 'one': {
      const { metadata = [] } = root;
      // Metadata is selected like further fields of the row.
      const selection = [...root.rows.selection, ...metadata];
      const { from, scope, shape } = compileOne({ ...root.rows, selection }, outermost);
      const object = { ...shape, entries: shape.entries.slice(0, root.rows.selection.length) };
      const others = shape.entries.slice(root.rows.selection.length);
      return {
        parts: [{ from, stages: scope.stages }],
        read: ([rows = []]) => {
          const [row] = rows;
          if (row === undefined) return [null, ...others.map(() => null)];
          return [writer.object(object, row), ...others.map((entry) => metadataValue(entry.shape, row, writer))];
        },
      };
    }
    case 'list': {
      const { from, scope, shape } = compileList(root.rows, outermost);
      return { parts: [{ from, stages: scope.stages }], read: ([rows = []]) => [writer.list(shape, rows)] };
    }
    case 'connection': {
      const { lookups, shape } = compileConnection(root.connection, outermost);
      const whole: ConnectionShape = { ...shape, parts: [] };
      return {
        parts: lookups.map(({ from, scope }) => ({ from, stages: scope.stages })),
        read: (results) => {
          const values = writer.members(whole, results);
          return root.metadata === true ? values : [writeMembers(whole, values)];
        },
      };
    }
  }
}

/** Returns JSON, but a string has no quotes. */
function metadataValue(shape: Shape, row: StoredDocument, writer: ShapeWriter): string | null {
  const json = writer.value(shape, row);
  if (json === 'null') return null;
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/** Fields of a document that several pipelines return: the number of the pipeline, and the document. */
const PART = 'p';
const DOCUMENT = 'd';

function compileRequest(
  roots: readonly CompiledRoot[],
  command: CommandContext,
  { catalogGeneration, layout }: DocumentContext,
): ReadRequest {
  const selected = roots.flatMap((root) => root.parts);
  // A connection of which only the type name is selected reads nothing.
  const parts = selected.length > 0 ? selected : [{ from: undefined, stages: [{ $documents: [] }] }];
  const isSingle = parts.length === 1;
  const [first, ...others] = parts.map(({ from, stages }, index) => ({
    from,
    stages: isSingle ? stages : [...stages, { $replaceWith: { [PART]: { $literal: index }, [DOCUMENT]: '$$ROOT' } }],
  }));
  const pipeline: readonly Stage[] =
    first === undefined
      ? []
      : [
          ...first.stages,
          ...others.map(({ from, stages }): Stage => ({ $unionWith: { coll: from, pipeline: stages } })),
        ];
  const text = printCommand(first?.from ?? 1, pipeline, layout);
  return {
    kind: 'read',
    text,
    name: nameStatement(text, catalogGeneration),
    slots: command.slots,
    calls: false,
    read: ([set]) => {
      const documents = (set?.documents ?? []) as readonly StoredDocument[];
      const results: StoredDocument[][] = parts.map(() => []);
      if (isSingle) results[0] = [...documents];
      else
        for (const document of documents) results[Number(document[PART])]?.push(document[DOCUMENT] as StoredDocument);
      let start = 0;
      return roots.flatMap((root) => {
        const own = results.slice(start, start + root.parts.length);
        start += root.parts.length;
        return root.read(own);
      });
    },
  };
}

/** Prints a stage per line for people. */
function printCommand(from: string | 1, pipeline: readonly Stage[], layout: Layout): string {
  const stages = pipeline.map((stage) => JSON.stringify(stage));
  const list = layout === 'line' ? stages.join(',') : `\n  ${stages.join(',\n  ')}\n`;
  return `{"aggregate":${JSON.stringify(from)},"pipeline":[${list}],"cursor":{}}`;
}
