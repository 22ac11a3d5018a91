import type { Step } from './model/step.ts';
import { num, type Wire } from './wire.ts';

const createMany = (entity: string, items: readonly Readonly<Record<string, Wire>>[]): Step => ({
  caller: { role: 'admin', claims: {} },
  api: 'rest',
  operations: [{ kind: 'createMany', entity, selection: { fields: [], relationships: [] }, items }],
  style: 0,
});

const uuid = '00000000-0000-4000-8000-00000000000';

/** Steps that random sequences generate once in thousands. */
export const rareSteps: readonly Step[] = [
  // An explicit number above the next one, or equal to it.
  createMany('Order', [{ customer_id: num(1) }, { id: num(9), customer_id: num(2) }]),
  createMany('Order', [{ customer_id: num(1) }, { id: num(6), customer_id: num(2) }]),
  // Rows that reference each other in both directions, and themselves.
  createMany('Product', [
    { id: `${uuid}a`, sku: 'S8', price: num(1), replaced_by: `${uuid}b` },
    { id: `${uuid}b`, sku: 'S9', price: num(1) },
  ]),
  createMany('Product', [
    { id: `${uuid}a`, sku: 'S8', price: num(1) },
    { id: `${uuid}b`, sku: 'S9', price: num(1), replaced_by: `${uuid}a` },
  ]),
  createMany('Product', [{ id: `${uuid}a`, sku: 'S8', price: num(1), replaced_by: `${uuid}a` }]),
];
