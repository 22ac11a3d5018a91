import type { OperandGenerators } from '../../../sql/dialect.ts';
import { scalar } from '../../standard/limit-offset.ts';
import { aggregate } from './aggregate.ts';
import { hash } from './hash.ts';
import { call, value } from './operand.ts';
import { comparand, labelPosition } from './output.ts';
import { text } from './text/concat.ts';
import { sortedPart } from './text/sorted-part.ts';
import { booleanValue } from './truth.ts';
import type { SqlVariant } from './variant.ts';

export const operandsOf = (variant: SqlVariant) =>
  ({
    column: comparand,
    // Enums sort by position, but a scalar subquery returns the label, so this sorts by the position of the label.
    sortKey: (column, type) =>
      type.enum === undefined
        ? sortedPart(booleanValue(comparand(column, type), type), type)
        : labelPosition(column, type),
    value: (slot, type) => value(slot, type, variant.exactCollation),
    text,
    hash,
    call,
    scalar,
    aggregate: (query) => aggregate(query, variant),
    groupKey: (value) => value,
  }) satisfies Omit<OperandGenerators, 'jsonPath'>;
