/** A document of the collection `items`. */
export interface Item {
  readonly id: number;
  readonly owner: string;
  readonly label: string;
  readonly qty: number | null;
  readonly extra: unknown;
}

export type Fields = Partial<Omit<Item, 'id'>>;

export interface Caller {
  readonly role: 'staff' | 'member' | 'editor' | 'writer';
  readonly sub: string;
}

type Policy = ((item: Item, caller: Caller) => boolean) | undefined;

interface Rights {
  readonly create?: Policy;
  readonly read?: Policy;
  readonly update?: Policy;
  readonly delete?: Policy;
}

const ALL = (): boolean => true;
const OWN: Policy = ({ owner }, { sub }) => owner === sub;
const FEW: Policy = ({ qty }) => qty !== null && qty < 10;

/** Policies by role and action. An absent action is forbidden. */
const RIGHTS: Readonly<Record<Caller['role'], Rights>> = {
  staff: { create: ALL, read: ALL, update: ALL, delete: ALL },
  member: { create: OWN, read: OWN, update: OWN, delete: OWN },
  editor: { read: ALL, update: FEW, delete: FEW },
  writer: { create: FEW },
};

export type Filter = { readonly qty: { readonly gte: number } } | { readonly owner: { readonly eq: string } };

export type Step =
  | { readonly kind: 'create'; readonly item: Item }
  | { readonly kind: 'createMany'; readonly items: readonly Item[] }
  | { readonly kind: 'update'; readonly id: number; readonly item: Fields; readonly match?: 'current' | 'stale' | '*' }
  | { readonly kind: 'replace'; readonly id: number; readonly item: Omit<Item, 'id'>; readonly onlyNew: boolean }
  | { readonly kind: 'delete'; readonly id: number }
  | { readonly kind: 'updateMany'; readonly filter: Filter; readonly item: Omit<Fields, 'label'> }
  | { readonly kind: 'deleteMany'; readonly filter: Filter };

/** A result, or the codes of the errors of which one is returned. */
export type Outcome = { readonly value: unknown } | { readonly codes: readonly string[] };

/** Predicts the writes of the service. */
export class DocumentModel {
  items = new Map<number, Item>();
  readonly #hasTransactions: boolean;

  constructor(hasTransactions: boolean) {
    this.#hasTransactions = hasTransactions;
  }

  run(step: Step, caller: Caller): Outcome {
    const rights = RIGHTS[caller.role];
    switch (step.kind) {
      case 'create':
      case 'createMany':
        return this.#create(step.kind === 'create' ? [step.item] : step.items, step.kind === 'createMany', caller);
      case 'update':
        return this.#update(step, caller);
      case 'replace':
        return this.#replace(step, caller);
      case 'delete': {
        if (rights.delete === undefined) return FORBIDDEN;
        const found = this.items.get(step.id);
        if (found === undefined || !isVisible(found, caller)) return { value: null };
        if (!rights.delete(found, caller)) return FORBIDDEN;
        this.items.delete(step.id);
        return { value: found };
      }
      case 'updateMany':
      case 'deleteMany':
        return this.#changeMany(step, caller);
    }
  }

  #create(items: readonly Item[], many: boolean, caller: Caller): Outcome {
    const { create, read } = RIGHTS[caller.role];
    if (create === undefined) return FORBIDDEN;
    if (!items.every((item) => create(item, caller))) return FORBIDDEN;
    const created = new Map(this.items);
    for (const item of items) {
      const codes = this.#violations(item, created);
      if (codes.length > 0) {
        // The server inserts the items in order.
        if (!this.#hasTransactions) this.items = created;
        return { codes };
      }
      created.set(item.id, item);
    }
    this.items = created;
    const visible = read === undefined ? null : items;
    return { value: many ? { affected: items.length, items: visible } : (visible?.[0] ?? null) };
  }

  #update({ id, item, match }: Extract<Step, { kind: 'update' }>, caller: Caller): Outcome {
    const { update } = RIGHTS[caller.role];
    if (update === undefined) return FORBIDDEN;
    const found = this.items.get(id);
    if (found === undefined || !isVisible(found, caller)) {
      return { codes: [match === undefined ? 'ItemNotFound' : 'PreconditionFailed'] };
    }
    if (!update(found, caller)) return FORBIDDEN;
    if (match === 'stale') return { codes: ['PreconditionFailed'] };
    return this.#store({ ...found, ...item }, update, caller);
  }

  #replace({ id, item, onlyNew }: Extract<Step, { kind: 'replace' }>, caller: Caller): Outcome {
    const { create, update } = RIGHTS[caller.role];
    const found = this.items.get(id);
    const replaced = { ...item, id };
    if (onlyNew) {
      if (create === undefined) return FORBIDDEN;
      if (found !== undefined) return { codes: ['PreconditionFailed'] };
      return this.#store(replaced, create, caller);
    }
    if (update === undefined) {
      if (create === undefined || found !== undefined) return FORBIDDEN;
      return this.#store(replaced, create, caller);
    }
    if (found !== undefined && isVisible(found, caller) && update(found, caller)) {
      return this.#store(replaced, update, caller);
    }
    if (create === undefined) {
      if (found !== undefined) return FORBIDDEN;
      return { codes: ['Forbidden', 'ItemNotFound'] };
    }
    if (found !== undefined) return FORBIDDEN;
    return this.#store(replaced, create, caller);
  }

  #changeMany(step: Extract<Step, { kind: 'updateMany' | 'deleteMany' }>, caller: Caller): Outcome {
    const rights = RIGHTS[caller.role];
    const policy = step.kind === 'updateMany' ? rights.update : rights.delete;
    if (policy === undefined) return FORBIDDEN;
    const found = [...this.items.values()]
      .filter((item) => isVisible(item, caller) && policy(item, caller) && matches(item, step.filter))
      .sort((a, b) => a.id - b.id);
    if (step.kind === 'deleteMany') {
      for (const { id } of found) this.items.delete(id);
      return { value: { affected: found.length, items: found } };
    }
    const changed = found.map((item) => ({ ...item, ...step.item }));
    if (!changed.every((item) => policy(item, caller))) return FORBIDDEN;
    if (changed.some(isInvalid)) return { codes: ['ConstraintViolated'] };
    for (const item of changed) this.items.set(item.id, item);
    return { value: { affected: found.length, items: changed } };
  }

  #store(item: Item, policy: NonNullable<Policy>, caller: Caller): Outcome {
    if (!policy(item, caller)) return FORBIDDEN;
    const others = new Map(this.items);
    others.delete(item.id);
    const codes = this.#violations(item, others);
    if (codes.length > 0) return { codes };
    this.items.set(item.id, item);
    return { value: RIGHTS[caller.role].read === undefined ? null : item };
  }

  #violations(item: Item, others: ReadonlyMap<number, Item>): readonly string[] {
    const isTaken = others.has(item.id) || [...others.values()].some(({ label }) => label === item.label);
    return [...(isTaken ? ['Conflict'] : []), ...(isInvalid(item) ? ['ConstraintViolated'] : [])];
  }
}

const FORBIDDEN: Outcome = { codes: ['Forbidden'] };

const isVisible = (item: Item, caller: Caller): boolean => {
  const { read, update } = RIGHTS[caller.role];
  return (read ?? update ?? ALL)(item, caller);
};

/** The validator requires a positive number. */
const isInvalid = ({ qty }: Item): boolean => qty !== null && qty < 0;

const matches = (item: Item, filter: Filter): boolean =>
  'qty' in filter ? item.qty !== null && item.qty >= filter.qty.gte : item.owner === filter.owner.eq;
