import type { Step } from './model/step.ts';
import { num, type Wire } from './wire.ts';

const createMany = (entity: string, items: readonly Readonly<Record<string, Wire>>[]): Step => ({
  caller: { role: 'admin', claims: {} },
  api: 'rest',
  asks: [{ kind: 'createMany', entity, selection: { fields: [], relationships: [] }, items }],
  style: 0,
});

const uuid = '00000000-0000-4000-8000-00000000000';

/** What random sequences come upon once in thousands. */
export const rareSteps: readonly Step[] = [
  // A number that is given is beyond the next one, or the next one itself.
  createMany('Order', [{ customer_id: num(1) }, { id: num(9), customer_id: num(2) }]),
  createMany('Order', [{ customer_id: num(1) }, { id: num(6), customer_id: num(2) }]),
  // Rows refer to each other, forwards and backwards, and to themselves.
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
