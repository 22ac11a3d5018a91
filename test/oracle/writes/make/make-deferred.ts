import { allows, rightOf } from '../model/role-rights.ts';
import type { Operation, Selection } from '../model/step.ts';
import { num, type Wire } from '../wire.ts';
import type { CallerContext } from './make-step.ts';

const nothing: Selection = { fields: ['__typename'], relationships: [] };

/**
 * Generates two mutations, of which the first violates a constraint and the second repairs it, or sometimes only the
 * first. Returns undefined if the caller may not send them.
 */
export function makeDeferred(context: CallerContext): readonly Operation[] | undefined {
  const { random } = context;
  const pair = random.chance(0.5) ? makeReference(context) : makeExchange(context);
  return random.chance(0.3) ? pair?.slice(0, 1) : pair;
}

/** Generates a customer that refers to a product created afterwards. */
function makeReference({ random, caller }: CallerContext): readonly Operation[] | undefined {
  const [customer, product] = ['Customer', 'Product'].map((entity) => rightOf(caller, entity, 'create'));
  if (customer === undefined || product === undefined || !allows(customer, 'favourite')) return undefined;
  const id = `00000000-0000-4000-8000-${random.int(100_000_000_000, 999_999_999_999)}`;
  return [
    { kind: 'create', entity: 'Customer', selection: nothing, item: { name: 'First', owner: 'house', favourite: id } },
    {
      kind: 'create',
      entity: 'Product',
      selection: nothing,
      item: { id, sku: `F${random.int(1, 99)}`, price: num(1) },
    },
  ];
}

/** Generates updates by which two products swap positions. */
function makeExchange({ random, caller, state }: CallerContext): readonly Operation[] | undefined {
  const right = rightOf(caller, 'Product', 'update');
  const placed = state.sorted('products').filter(({ place }) => place !== null);
  if (right === undefined || !allows(right, 'place') || placed.length < 2) return undefined;
  const first = random.pick(placed);
  const second = random.pick(placed.filter((row) => row !== first));
  const move = (id: Wire | undefined, place: Wire | undefined): Operation => ({
    kind: 'update',
    entity: 'Product',
    selection: nothing,
    key: { id: id ?? null },
    item: { place: place ?? null },
  });
  return [move(first.id, second.place), move(second.id, first.place)];
}
