import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleEntity, ConsoleField } from '../../../console-data.ts';
import { Icon } from '../../parts/icons.tsx';
import { entityByName, model } from '../../state/model.ts';
import { type Condition, fieldOf, findOperator, operatorsOf } from './conditions.ts';

interface FilterBuilderProps {
  readonly entity: ConsoleEntity;
  readonly isRest: boolean;
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

const operatorsFor = ({ filter }: ConsoleField, isRest: boolean): ReturnType<typeof operatorsOf> =>
  operatorsOf(model.value?.filters[filter] ?? [], isRest);

/** True after a change of the filter. The change mounts a new builder, which then restores the focus. */
let isChanged = false;

export function FilterBuilder({ entity, isRest, conditions, onChange }: FilterBuilderProps): JSX.Element {
  const fields = entity.fields.filter((field) => field.isReadable && operatorsFor(field, isRest).length > 0);
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (isChanged) box.current?.querySelector('select')?.focus();
    isChanged = false;
  }, []);
  const change = (changed: readonly Condition[]): void => {
    isChanged = true;
    onChange(changed);
  };
  return (
    <fieldset class="filter" ref={box}>
      <legend class="visually-hidden">Filter</legend>
      {conditions.map((condition, index) => {
        const { field, operator, value } = condition;
        const label = findOperator(operator)?.label ?? operator;
        const isKnown = fieldOf(entity, condition, entityByName.value) !== undefined;
        return (
          <span key={`${field} ${operator} ${value}`} class={`condition ${isKnown ? '' : 'bad'}`}>
            <b>{field}</b> {label} {findOperator(operator)?.values !== 'none' && <code>{value}</code>}
            <button
              type="button"
              aria-label={`Remove the condition ${field} ${label} ${value}`}
              onClick={() => change(conditions.filter((_, other) => other !== index))}
            >
              <Icon name="close" />
            </button>
          </span>
        );
      })}
      {fields.length > 0 && (
        <NewCondition fields={fields} isRest={isRest} onAdd={(condition) => change([...conditions, condition])} />
      )}
      {conditions.length > 1 && (
        <button type="button" class="button quiet" onClick={() => change([])}>
          Clear
        </button>
      )}
    </fieldset>
  );
}

interface NewConditionProps {
  readonly fields: readonly ConsoleField[];
  readonly isRest: boolean;
  readonly onAdd: (condition: Condition) => void;
}

function NewCondition({ fields, isRest, onAdd }: NewConditionProps): JSX.Element | null {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState('');
  const [value, setValue] = useState('');
  const field = fields.find((one) => one.name === name) ?? fields[0];
  if (field === undefined) return null;
  const operators = operatorsFor(field, isRest);
  const operator = operators.find((one) => one.name === chosen) ?? operators[0];
  const submit = (event: Event): void => {
    event.preventDefault();
    if (operator === undefined) return;
    onAdd({ field: field.name, operator: operator.name, value: operator.values === 'none' ? '' : value });
    setValue('');
  };
  return (
    <form class="new-condition" onSubmit={submit}>
      <Icon name="filter" />
      <select
        aria-label="Field"
        value={field.name}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setValue('');
        }}
      >
        {fields.map((one) => (
          <option key={one.name}>{one.name}</option>
        ))}
      </select>
      <select
        aria-label="Operator"
        value={operator?.name}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        {operators.map((one) => (
          <option key={one.name} value={one.name}>
            {one.label}
          </option>
        ))}
      </select>
      {operator?.values !== 'none' && (
        <ValueInput field={field} isList={operator?.values === 'list'} value={value} onChange={setValue} />
      )}
      <button type="submit" class="button">
        Add filter
      </button>
    </form>
  );
}

const examples: Readonly<Record<string, string>> = {
  Date: '2024-02-29',
  DateTime: '2024-02-29T12:00:00Z',
  LocalTime: '10:30',
  UUID: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
};

interface ValueInputProps {
  readonly field: ConsoleField;
  readonly isList: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ValueInput({ field: { scalar, labels }, isList, value, onChange }: ValueInputProps): JSX.Element {
  const choices = labels ?? (scalar === 'Boolean' ? ['true', 'false'] : undefined);
  if (choices !== undefined && !isList) {
    return (
      <select aria-label="Value" required value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">value</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  return (
    <input
      type="text"
      aria-label={isList ? 'Values, separated by commas' : 'Value'}
      placeholder={isList ? 'a, b, c' : (examples[scalar] ?? 'value')}
      autocomplete="off"
      spellcheck={false}
      required
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
