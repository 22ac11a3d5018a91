import type { Entity, Field, FieldType, Parameter } from '../../model/model.ts';
import { describeCaptured, type SlotSource } from '../../operation/operation.ts';
import type { Plan } from './plan.ts';
import type { Slot } from './slot.ts';

/** Prints JSON with entities and fields by name, and slots by their source. */
export const printPlan = (plan: Plan): string => `${JSON.stringify(plan, shorten, 2)}\n`;

function shorten(_key: string, value: unknown): unknown {
  if (isEntity(value)) return value.name;
  if (isField(value) || isParameter(value)) return value.name;
  if (isType(value)) return value.scalar;
  if (isTable(value)) return value.name;
  return isSlot(value) ? describeSlot(value) : value;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isEntity = (value: unknown): value is Entity => isObject(value) && 'fieldByName' in value;
const isField = (value: unknown): value is Field => isObject(value) && 'column' in value && 'generated' in value;
const isParameter = (value: unknown): value is Parameter => isObject(value) && 'mode' in value && 'required' in value;
const isType = (value: unknown): value is FieldType => isObject(value) && 'scalar' in value && 'native' in value;
/** Matches a table of a junction, whose schema is omitted because it differs between stores. */
const isTable = (value: unknown): value is { name: string } =>
  isObject(value) && Object.keys(value).join() === 'schema,name';
const isSlot = (value: unknown): value is Slot => isObject(value) && 'use' in value && 'source' in value;

function describeSlot({ source, use }: Slot): string {
  const from = describeSource(source);
  switch (use.kind) {
    case 'assign':
      return `${use.type.scalar}${use.type.list ? ' list' : ''} ${from}`;
    case 'value':
    case 'values':
      return `${use.type.scalar}${use.kind === 'values' ? ' list' : ''} ${from}`;
    case 'pattern':
      return `pattern ${use.start}…${use.end} ${from}`;
    case 'word':
      return `word ${use.index} of ${from}`;
    case 'words':
      return `words of ${from}`;
    case 'keys':
    case 'sentinel':
      return from;
    case 'jsonPath':
      return `path ${from}`;
    case 'size':
      return `${use.argument} ${from}, at most ${use.max}`;
    case 'sizePlusOne':
      return `one more than ${describeSlot({ source, use: use.size })}`;
    case 'offset':
      return `offset ${from}`;
    case 'position':
      return `${use.resultKind} ${use.argument} cursor ${from}`;
    case 'cursor':
      return `value ${use.index} of cursor ${from}`;
  }
}

function describeSource(source: SlotSource): string {
  if (source.kind === 'constant') return JSON.stringify(source.value) ?? 'null';
  if (source.kind === 'claim') return `claim ${source.name}`;
  if (source.kind === 'captured') return describeCaptured(source);
  return source.kind === 'variable' ? `$${source.path.join('.')}` : `[${source.items.map(describeSource).join(', ')}]`;
}
