import { invariant } from '../base/invariant.ts';
import type { CallField, ChangeField, Entity, Parameter, ReadField, RootField } from '../model/model.ts';
import type { Operation, SelectedField, SlotSource } from '../operation/operation.ts';
import { configuredValue } from '../values/configured-value.ts';
import { sourceOf } from './filter/plan-filter.ts';
import { type PlanContext, readableSource } from './plan-context.ts';
import { apiField, originalKey, planConnection, planItem, planList, planRowMetadata } from './read/plan-rows.ts';
import { planStream } from './read/plan-stream.ts';
import type { Call, CallArgument } from './shape/call.ts';
import type { Plan, Root } from './shape/plan.ts';
import type { EntryValue } from './shape/rows.ts';
import { requireRight } from './write/change-rights.ts';
import { planChange } from './write/plan-change.ts';
import { type CreateContext, checkNewRows } from './write/plan-create.ts';

/**
 * @param metadata response keys of fields that the single root field returns separately from its JSON
 * @throws ApiError Forbidden for unreadable fields and entities, BadRequest for conflicting arguments
 */
export function makePlan(operation: Operation, context: PlanContext, metadata?: readonly string[]): Plan {
  let writes = 0;
  const nextId = () => {
    writes += 1;
    return writes - 1;
  };
  const typename = TYPE_NAMES[operation.kind];
  const fields = metadata === undefined ? operation.fields : [separateMetadata(operation.fields, metadata)];
  const roots = fields.flatMap((field) => planRoot(field, typename, { ...context, nextId }));
  checkNewRows(roots, context.model);
  return { roots };
}

const TYPE_NAMES = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const;

function separateMetadata([root, ...others]: Operation['fields'], keys: readonly string[]): SelectedField {
  invariant(root && others.length === 0, 'metadata belongs to a single root field');
  const { fields = [], metadata = [] } = Object.groupBy(root.fields, ({ key }) =>
    keys.includes(key) ? 'metadata' : 'fields',
  );
  return { ...root, fields, metadata };
}

function planRoot(selected: SelectedField, typename: string, context: CreateContext): Root | readonly Root[] {
  const { key, name } = selected;
  if (name === '__typename') return { kind: 'typename', key, name: typename };
  const root = context.model.rootFields.get(name);
  // __schema, __type, or the placeholder of an empty schema.
  if (root === undefined) return { kind: 'introspection', key, field: selected };
  if (root.kind === 'execute') return { kind: 'call', key, call: planCall(root.entity, selected, context) };
  if (isChange(root)) return { kind: 'change', key, change: planChange(root, selected, context) };
  const source = readableSource(root.entity.name, context);
  switch (root.kind) {
    case 'one':
      return {
        kind: 'one',
        key,
        rows: planItem(source, selected, context),
        ...(selected.metadata && { metadata: planRowMetadata(root.entity, selected.metadata, context) }),
      };
    case 'list':
      return { kind: 'list', key, rows: planList(source, selected, context) };
    case 'connection':
      return {
        kind: 'connection',
        key,
        connection: planConnection(source, selected, context),
        ...(selected.metadata && { metadata: true }),
      };
    case 'stream': {
      const { page, newest, traits } = planStream(source, selected, context);
      return [
        { kind: 'connection', key, connection: page, stream: traits },
        { kind: 'connection', key: NEWEST, connection: newest },
      ];
    }
  }
}

/** Response key of the second root of a stream, which clients do not receive. */
const NEWEST = 'newest';

const READS: ReadonlySet<RootField['kind']> = new Set<ReadField['kind']>(['one', 'list', 'connection', 'stream']);

const isChange = (root: Exclude<RootField, CallField>): root is ChangeField => !READS.has(root.kind);

/** Plans a call of a function or procedure. No policy restricts the result. */
function planCall(entity: Entity, selected: SelectedField, context: CreateContext): Call {
  const { model, nextId } = context;
  const { routine } = entity;
  invariant(routine, `${entity.name} is a function or procedure`);
  requireRight(entity, 'execute', context);
  return {
    id: nextId(),
    entity,
    arguments: routine.parameters.flatMap((parameter) => planArgument(parameter, selected) ?? []),
    size: model.pageSize.max,
    selection: selected.fields.map((field) => ({
      key: originalKey(entity, field.key),
      value: planEntry(entity, field, context),
    })),
  };
}

/** Returns undefined for a parameter that the database fills in. */
function planArgument(parameter: Parameter, selected: SelectedField): CallArgument | undefined {
  const { name, graphqlName, mode, hasDefault, type } = parameter;
  const slot = (source: SlotSource): CallArgument => ({
    parameter,
    value: { source, use: { kind: 'assign', field: name, type } },
  });
  const argument = mode === 'out' ? undefined : selected.arguments.get(graphqlName);
  if (argument?.kind === 'null') return { parameter, value: null };
  if (argument !== undefined) return slot(sourceOf(argument));
  const configured = configuredValue(parameter);
  if (configured !== undefined && configured !== null) return slot({ kind: 'constant', value: configured });
  if (configured === undefined && mode === 'variadic') return slot({ kind: 'constant', value: [] });
  return configured === undefined && hasDefault ? undefined : { parameter, value: null };
}

function planEntry({ graphql, fieldByGraphqlName }: Entity, { name }: SelectedField, context: PlanContext): EntryValue {
  if (name === '__typename') return { kind: 'typename', name: graphql.type };
  const field = fieldByGraphqlName.get(name);
  invariant(field, `${graphql.type} has the field ${name}`);
  return { kind: 'field', field: apiField(field, context) };
}
