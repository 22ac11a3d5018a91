import { invariant } from '../../base/invariant.ts';
import type { Entity, Parameter } from '../../model/model.ts';
import type { SelectedField, SlotSource } from '../../operation/operation.ts';
import { configuredValue } from '../../values/configured-value.ts';
import { sourceOf } from '../filter/plan-filter.ts';
import type { Planning } from '../planning.ts';
import { shownField, shownKey } from '../read/plan-selection.ts';
import type { Call, CallArgument } from '../shape/call.ts';
import type { EntryValue } from '../shape/rows.ts';
import { requireRight } from './change-rights.ts';
import type { Creating } from './plan-create.ts';

/** A run of the entity's function or procedure. No policy restricts what comes back. @throws Refusal Forbidden */
export function planCall(entity: Entity, selected: SelectedField, creating: Creating): Call {
  const { model, nextId } = creating;
  const { routine } = entity;
  invariant(routine, `${entity.name} is a function or procedure`);
  requireRight(entity, 'execute', creating);
  return {
    id: nextId(),
    entity,
    arguments: routine.parameters.flatMap((parameter) => planArgument(parameter, selected) ?? []),
    size: model.pageSize.max,
    selection: selected.fields.map((field) => ({
      key: shownKey(entity, field.key),
      value: planEntry(entity, field, creating),
    })),
  };
}

/** Undefined for a parameter that the database fills in. */
function planArgument(parameter: Parameter, selected: SelectedField): CallArgument | undefined {
  const { name, documentName, mode, hasDefault, type } = parameter;
  const slot = (source: SlotSource): CallArgument => ({
    parameter,
    value: { source, use: { kind: 'assign', field: name, type } },
  });
  const given = mode === 'out' ? undefined : selected.arguments.get(documentName);
  if (given?.kind === 'null') return { parameter, value: null };
  if (given !== undefined) return slot(sourceOf(given));
  const configured = configuredValue(parameter);
  if (configured !== undefined && configured !== null) return slot({ kind: 'constant', value: configured });
  if (configured === undefined && mode === 'variadic') return slot({ kind: 'constant', value: [] });
  return configured === undefined && hasDefault ? undefined : { parameter, value: null };
}

function planEntry({ graphql, fieldByDocumentName }: Entity, { name }: SelectedField, planning: Planning): EntryValue {
  if (name === '__typename') return { kind: 'typename', name: graphql.type };
  const field = fieldByDocumentName.get(name);
  invariant(field, `${graphql.type} has the field ${name}`);
  return { kind: 'field', field: shownField(field, planning) };
}
