import { type Aggregate, aggregatesByKey, aggregateType, asValue, evaluateAggregate, toDecimal } from './aggregate.ts';
import type { Decimal } from './decimal.ts';
import type { Field, FieldType, Value } from './entity.ts';
import type { Group } from './group.ts';
import { isFloating } from './groupable.ts';
import { allOf, type Filter, type Predicate, readLogic, readOperators } from './read-filter.ts';
import { singleOf } from './single.ts';

const countRows: Aggregate = { name: 'count', distinct: false };

/** Reads `having` of a `groupBy`; undefined if it has no effect. */
export function readHaving(having: unknown, field: (name: string) => Field): Predicate<Group> | undefined {
  return readLogic<Group>(having, (key, part) => {
    if (key === 'count') return readCondition(countRows, part);
    const fields = Object.entries(part).filter(([, operators]) => operators !== null);
    return allOf(
      fields.map(([name, operators]) => {
        const { name: functionName = 'count', distinct = false } = aggregatesByKey[key] ?? {};
        return readCondition({ name: functionName, field: field(name), distinct }, operators as Filter);
      }),
    );
  });
}

function readCondition(aggregate: Aggregate, operators: Filter): Predicate<Group> | undefined {
  const holds = readOperators(operators, aggregateType(aggregate));
  return holds && (({ rows }) => holds(asValue(evaluateAggregate(aggregate, rows))));
}

/** Reads `having` of one function, where all numbers are `Decimal`. */
export function readFunctionHaving(
  aggregate: Aggregate,
  having: Filter | null | undefined,
): Predicate<Group> | undefined {
  if (having === undefined || having === null) return undefined;
  if (aggregate.field === undefined || aggregate.name === 'count') return readCondition(aggregate, having);
  if (isFloating(aggregate.field))
    return readCondition(aggregate, mapOperands(having, asNumber(aggregateType(aggregate))));
  const holds = readOperators(having, { scalar: 'Decimal', list: false });
  return (
    holds &&
    (({ rows }) => {
      const value = asValue(evaluateAggregate(aggregate, rows));
      return holds(value === null ? null : toDecimal(value));
    })
  );
}

const asNumber =
  ({ scalar }: FieldType) =>
  ({ text }: Decimal): number =>
    scalar === 'Single' ? singleOf(Number(text)) : Number(text);

const mapOperands = (having: Filter, convert: (operand: Decimal) => Value): Filter =>
  Object.fromEntries(
    Object.entries(having).map(([operator, operand]) => {
      if (operator === 'isNull' || operand === null) return [operator, operand];
      const each = (element: Decimal | null) => element && convert(element);
      return [operator, Array.isArray(operand) ? operand.map(each) : each(operand as Decimal)];
    }),
  );
