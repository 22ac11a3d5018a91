import { throwApiError } from '../base/errors.ts';
import { findEntities } from '../plan/shape/find-entities.ts';
import type { Plan, Root } from '../plan/shape/plan.ts';
import { findRowPaths } from '../plan/shape/row-paths.ts';
import { nameStatement } from '../store/name-statement.ts';
import type { ReadRequest, Script, ScriptRoot } from '../store/script.ts';
import { type CompiledRoot, type DocumentContext, printCommand, unitePipelines } from './command.ts';
import { type CompiledStep, compileChange, toRequests } from './compile-change.ts';
import { compileConnection } from './compile-rows.ts';
import { CommandContext, PipelineScope } from './scope.ts';
import { type ConnectionShape, type ShapeWriter, writeMembers } from './shape.ts';
import { compileReturned } from './written-values.ts';

/**
 * Compiles a query to one aggregation, and a mutation to a command for each of its steps.
 * @throws ApiError OperationNotOffered
 */
export function compilePlan(plan: Plan, context: DocumentContext): Script {
  const command = new CommandContext();
  const compiled: CompiledRoot[] = [];
  const changes: CompiledStep[] = [];
  const roots = plan.roots.map((root): ScriptRoot => {
    switch (root.kind) {
      case 'typename':
        return { kind: 'constant', key: root.key, json: JSON.stringify(root.name) };
      case 'introspection':
        return root;
      case 'change': {
        const change = compileChange(root.change, root.key, changes.length, context);
        changes.push(...change.steps);
        return change.root;
      }
      case 'call':
        return throwApiError('OperationNotOffered', `Procedures are not supported on ${context.name}.`);
      default: {
        compiled.push(compileRoot(root, command, context.writer));
        const metadata = metadataKeysOf(root);
        return { kind: 'value', key: root.key, index: compiled.length - 1, ...(metadata && { metadata }) };
      }
    }
  });
  return {
    requests: compiled.length > 0 ? [compileRequest(compiled, command, context)] : toRequests(changes, context),
    roots,
    rowPaths: findRowPaths(plan),
    entities: findEntities(plan),
  };
}

type StoredRoot = Extract<Root, { kind: 'one' | 'list' | 'connection' }>;

/** Returns the keys of the metadata that the root returns separately from its JSON. Undefined if there is none. */
function metadataKeysOf(root: StoredRoot): readonly string[] | undefined {
  if (root.kind === 'connection') {
    return root.metadata === true ? root.connection.members.slice(1).map(({ key }) => key) : undefined;
  }
  if (root.kind === 'list' || root.metadata === undefined || root.metadata.length === 0) return undefined;
  return root.metadata.map(({ key }) => key);
}

function compileRoot(root: StoredRoot, command: CommandContext, writer: ShapeWriter): CompiledRoot {
  const outermost = new PipelineScope(command);
  switch (root.kind) {
    case 'one':
      return compileReturned({ ...root, form: 'row' }, outermost, writer);
    case 'list':
      return compileReturned({ ...root, form: 'rows' }, outermost, writer);
    case 'connection': {
      const { lookups, shape } = compileConnection(root.connection, outermost);
      const whole: ConnectionShape = { ...shape, parts: [] };
      return {
        pipelines: lookups.map(({ from, scope }) => ({ from, stages: scope.stages })),
        read: (results) => {
          const values = writer.members(whole, results);
          return root.metadata === true ? values : [writeMembers(whole, values)];
        },
      };
    }
  }
}

function compileRequest(
  roots: readonly CompiledRoot[],
  command: CommandContext,
  { catalogGeneration, layout }: DocumentContext,
): ReadRequest {
  const { from, pipeline, read } = unitePipelines(roots);
  const text = printCommand({ aggregate: from, pipeline, cursor: {} }, layout);
  return {
    kind: 'read',
    text,
    name: nameStatement(text, catalogGeneration),
    slots: command.slots,
    calls: false,
    read: (result) => read(result).flat(),
  };
}
