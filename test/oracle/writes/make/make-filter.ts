import { type Entity, rowsOf } from '../model/entity.ts';
import { isAllowed } from '../model/role-rights.ts';
import type { Condition, Filter } from '../model/step.ts';
import type { Column } from '../model/table.ts';
import { type CallerContext, fieldsToName } from './make-step.ts';
import { makeSome } from './make-value.ts';

const operators: Readonly<Record<Column['type'], readonly Condition['operator'][]>> = {
  Int: ['eq', 'gt', 'lt', 'in', 'neq', 'isNull'],
  Decimal: ['eq', 'gt', 'lt', 'in'],
  String: ['eq', 'in', 'neq', 'isNull'],
  Grade: ['eq', 'in'],
  UUID: ['eq', 'in', 'isNull'],
  Short: ['eq', 'gt', 'in'],
  Long: ['eq', 'lt', 'in', 'isNull'],
  Boolean: ['eq', 'isNull'],
  Date: ['isNull'],
  DateTime: ['isNull'],
  LocalDateTime: ['isNull'],
  LocalTime: ['isNull'],
  Bytes: ['isNull'],
  Float: ['isNull'],
  Single: ['isNull'],
  Ints: ['isNull'],
  Grades: ['isNull'],
  JSON: ['isNull'],
  Strings: ['isNull'],
};

/** Generates conditions, sometimes none, rarely with an absent value in a write; most match some row. */
export function makeFilter(context: CallerContext, entity: Entity, use: 'read' | 'write'): Filter {
  const { random } = context;
  const names = fieldsToName(context, entity, 'read');
  const count = random.pickWeighted([0, 1, 2], (size) => [1, 8, 2][size] ?? 0);
  const columns = entity.columns.filter(({ name }) => names.includes(name));
  const picked = new Set(columns.length === 0 ? [] : random.times(count, () => random.pick(columns)));
  return [...picked].map((column): Condition => {
    const operator = random.pick(operators[column.type]);
    const condition = { field: column.name, operator };
    if (use === 'write' && random.chance(0.05)) return condition;
    return { ...condition, value: makeOperand(context, entity, { column, operator }) };
  });
}

interface Comparison {
  readonly column: Column;
  readonly operator: Condition['operator'];
}

function makeOperand(
  { random, state, caller }: CallerContext,
  entity: Entity,
  { column, operator }: Comparison,
): Condition['value'] {
  if (operator === 'isNull') return random.chance(0.4);
  const all = rowsOf(state, entity);
  const mine = all.filter((row) => isAllowed(caller, 'update', { entity, row, state }));
  const rows = mine.length > 0 && random.chance(0.6) ? mine : all;
  const makeValueOf = () => {
    const found = rows.length > 0 && random.chance(0.8) ? random.pick(rows)[column.name] : undefined;
    return found ?? makeSome(random, { table: entity.table, column, state });
  };
  return operator === 'in' ? random.times(random.int(1, 3), makeValueOf) : makeValueOf();
}
