import { type Dataset, type Field, isSameNamed } from '../naive/entity.ts';
import { bootRoles, type Shop } from './boot-roles.ts';
import { compareRoles } from './compare-roles.ts';
import type { Condition, FieldOperand } from './expression.ts';
import { familyOf } from './order-values.ts';
import { printCondition } from './print-condition.ts';
import type { Role } from './role.ts';

export interface ColumnsOutcome {
  /** Descriptions of differences from the judge. */
  readonly mismatches: readonly string[];
  /** Accepted policies, and those rejected at startup. */
  readonly served: number;
  readonly refused: number;
}

/**
 * Compares each pair of columns of some entities: columns of one family must agree with the judge, and all others be
 * rejected at startup.
 */
export async function compareColumns(
  shop: Shop,
  dataset: Dataset,
  entities: readonly string[],
): Promise<ColumnsOutcome> {
  const pairs = dataset.entities
    .filter(({ name }) => entities.includes(name))
    .flatMap((entity) => entity.fields.flatMap((left) => entity.fields.map((right) => ({ entity, left, right }))));
  const roles = pairs.map(({ entity, left, right }, index): Role => {
    const policies = new Map([[entity.name, comparisonOf(left, right)]]);
    const caller = { token: {}, claims: new Map() };
    return { name: `r${index}`, policies, denied: [], hidden: new Map(), caller, invalidCallers: [] };
  });
  const refused = await refusedOf(shop, roles);
  const wrong = pairs.flatMap(({ entity, left, right }, index) =>
    refused.has(`r${index}`) === isComparable(left, right) ? [`${entity.name}: ${left.name} and ${right.name}`] : [],
  );
  const served = roles.filter(({ name }) => !refused.has(name));
  const { mismatches } = await compareRoles(shop, served, dataset);
  const different = mismatches.map(({ entity, role, text }) => {
    const policy = role.policies.get(entity.name);
    return `${entity.name}: ${policy === undefined ? '' : printCondition(policy, 'policy')}\n${text}`;
  });
  return { mismatches: [...wrong, ...different], served: served.length, refused: refused.size };
}

async function refusedOf(shop: Shop, roles: readonly Role[]): Promise<ReadonlySet<string>> {
  const booted = await bootRoles(shop, roles);
  if (!('answer' in booted)) return new Set(booted.map(({ role }) => role));
  await booted.close();
  return new Set();
}

/** Enums have no order. */
const comparisonOf = (left: Field, right: Field): Condition => ({
  kind: 'compare',
  operator: familyOf(left.type) === 'enum' ? 'eq' : 'le',
  left: operandOf(left),
  right: operandOf(right),
});

const operandOf = ({ name, type }: Field): FieldOperand => ({
  kind: 'field',
  fieldPath: { steps: [], prefix: '@item.', separator: '.' },
  field: name,
  type,
});

const isComparable = (left: Field, right: Field): boolean => {
  const family = familyOf(left.type);
  return family !== undefined && family === familyOf(right.type) && isSameNamed(left.type, right.type);
};
