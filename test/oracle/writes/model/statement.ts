import { num, numberOf, type Wire, withDoubles, withScale } from '../wire.ts';
import { type Code, Failure } from './failure.ts';
import { findDoubles, type State } from './state.ts';
import { store } from './store.ts';
import { type Column, isSequence, keyText, type Row, type Sequence, type Table } from './table.ts';
import { tableOf, tables } from './tables.ts';

const { cascadesRunTriggers, triggersComeLast, autoIncrement, roundsJson, numbersLast, refersBackwards } = store();

/**
 * A database statement with defaults, triggers, cascades, and constraints. Changes the state even if it fails; the
 * caller then discards it.
 */
export class Statement {
  readonly #state: State;
  readonly #codes = new Set<Code>();

  constructor(state: State) {
    this.#state = state;
  }

  /** @returns the rows as seen by constraints and views, in order */
  insert(name: string, rows: readonly Row[]): readonly Row[] {
    const table = tableOf(name);
    const filled = new Map(inOrder(table, rows).map((row) => [row, beforeInsert(name, this.#fill(table, row))]));
    const inserted = rows.map((row) => filled.get(row) ?? row);
    const refused = new Map<Row, Row>();
    for (const row of filled.values()) {
      const computed = compute(table, row);
      const key = keyText(table.key, computed);
      this.#check(table, computed);
      if (this.#state.has(name, key)) {
        this.#codes.add('Conflict');
        refused.set(row, computed);
      } else this.#state.of(name).set(key, computed);
      if (refersBackwards) this.#checkReferences(table, [row]);
    }
    this.#checkUnique(table);
    if (!refersBackwards) this.#checkReferences(table, inserted);
    const computed = inserted.map((row) => compute(table, row));
    this.#after(
      name,
      computed.map((after) => ({ after })),
    );
    if (triggersComeLast) {
      if (name === 'orders') this.#payNew(computed);
      return computed;
    }
    return inserted.map((row) => refused.get(row) ?? this.#state.of(name).get(keyText(table.key, row)) ?? row);
  }

  /** @returns the rows as seen by constraints and views */
  update(
    name: string,
    keys: readonly string[],
    change: (row: Row) => Row,
    { runsTriggers = true, setsVersion = false }: TriggerContext = {},
  ): readonly Row[] {
    const table = tableOf(name);
    const pairs = keys.flatMap((key) => {
      const before = this.#state.of(name).get(key);
      return before === undefined
        ? []
        : [
            {
              key,
              before,
              after: compute(
                table,
                runsTriggers && !triggersComeLast
                  ? this.#keep(name, before, change(before))
                  : toStoredRow(table, change(before)),
              ),
            },
          ];
    });
    for (const { key, after } of pairs) {
      this.#check(table, after);
      this.#state.of(name).set(key, after);
    }
    this.#checkUnique(table);
    this.#checkReferences(
      table,
      pairs.map(({ after }) => after),
    );
    if (runsTriggers) this.#after(name, pairs);
    if (runsTriggers && triggersComeLast && name === 'orders' && !setsVersion) this.#keepChanged(pairs);
    return pairs.map(({ after }) => after);
  }

  /** @param runsTriggers whether triggers of the table run */
  delete(name: string, keys: readonly string[], runsTriggers = true): void {
    const table = tableOf(name);
    const deleted = this.#state.at(name, keys);
    if (runsTriggers && name === 'orders' && deleted.some(({ status }) => status === 'paid'))
      this.#codes.add('ApplicationError');
    for (const row of deleted) this.#state.of(name).delete(keyText(table.key, row));
    if (runsTriggers)
      this.#after(
        name,
        deleted.map((before) => ({ before })),
      );
    for (const referring of tables) {
      for (const reference of referring.references.filter((candidate) => candidate.table === name)) {
        const deletedKeys = new Set(deleted.map((row) => keyText(table.key, row)));
        const children = [...this.#state.of(referring.name).values()].filter((row) =>
          deletedKeys.has(keyText([reference.column], row)),
        );
        const childKeys = children.map((row) => keyText(referring.key, row));
        if (children.length === 0 || reference.deferred) continue;
        if (reference.onDelete === 'restrict') this.#codes.add('ConstraintViolated');
        else if (reference.onDelete === 'cascade') this.delete(referring.name, childKeys, cascadesRunTriggers);
        else {
          const change = (row: Row): Row => ({ ...row, [reference.column]: null });
          this.update(referring.name, childKeys, change, { runsTriggers: cascadesRunTriggers });
        }
      }
    }
  }

  /** Returns whether a new row violates a constraint regardless of other rows. */
  isInvalid(name: string, row: Row): boolean {
    const table = tableOf(name);
    this.#check(table, compute(table, beforeInsert(name, this.#fill(table, row))));
    return this.#codes.size > 0;
  }

  /** Records a violation of WITH CHECK OPTION. */
  addError(code: Code): void {
    this.#codes.add(code);
  }

  /** @throws Failure with all errors; `more` may also be reported */
  end(more: Iterable<Code> = []): void {
    if (this.#codes.size > 0) throw new Failure([...this.#codes, ...more], 'during a statement');
  }

  #fill(table: Table, row: Row): Row {
    return Object.fromEntries(
      table.columns.map((column) => {
        const { name, default: usual, generated } = column;
        const value = row[name];
        if (generated === true && isSequence(usual) && autoIncrement) return [name, this.#number(usual, value)];
        if (value !== undefined) return [name, toStored(column, value)];
        return [name, isSequence(usual) ? usual.make(this.#state.next(usual.sequence)) : (usual ?? null)];
      }),
    );
  }

  /** An explicit number advances the sequence; NULL takes the next number. */
  #number({ sequence, make }: Sequence, value: Wire | undefined): Wire {
    if (value === undefined || value === null) return make(this.#state.next(sequence));
    this.#state.sequences.set(sequence, Math.max(this.#state.sequences.get(sequence) ?? 0, numberOf(value)));
    return value;
  }

  /** Applies the row trigger to a change. */
  #keep(name: string, before: Row, after: Row): Row {
    if (name !== 'orders') return toStoredRow(tableOf(name), after);
    if (before.status === 'closed') this.#codes.add('ApplicationError');
    return toStoredRow(tableOf(name), beforeChange(name, { ...after, version: num(numberOf(before.version) + 1) }));
  }

  #check({ columns, checks }: Table, row: Row): void {
    const missing = columns.some(({ name, nullable }) => !nullable && row[name] === null);
    if (missing || checks.some((holds) => !holds(row))) this.#codes.add('ConstraintViolated');
  }

  #checkUnique({ name, uniques }: Table): void {
    const rows = [...this.#state.of(name).values()];
    if (uniques.some(({ columns, deferred }) => !deferred && findDoubles(rows, columns))) this.#codes.add('Conflict');
  }

  #checkReferences({ references }: Table, rows: readonly Row[]): void {
    const isBroken = references.some(
      ({ column, table, deferred }) =>
        !deferred && rows.some((row) => row[column] !== null && !this.#state.has(table, keyText([column], row))),
    );
    if (isBroken) this.#codes.add('ConstraintViolated');
  }

  /** Applies the statement trigger to all new orders. */
  #payNew(rows: readonly Row[]): void {
    const key = (row: Row): string => keyText(['id'], row);
    for (const row of rows.filter(({ note }) => note === 'pay')) {
      const found = this.#state.of('orders').get(key(row));
      if (found !== undefined) this.#state.of('orders').set(key(row), { ...found, status: 'paid' });
    }
  }

  /** Applies the statement trigger to changed orders. */
  #keepChanged(pairs: readonly { readonly before: Row; readonly after: Row }[]): void {
    if (pairs.some(({ before }) => before.status === 'closed')) this.#codes.add('ApplicationError');
    for (const { after } of pairs) {
      const version = num(numberOf(after.version) + 1);
      this.#state.of('orders').set(keyText(['id'], after), beforeChange('orders', { ...after, version }));
    }
  }

  /** Applies triggers to other tables, per row or per statement. */
  #after(name: string, pairs: readonly Change[]): void {
    if (!triggersComeLast) {
      for (const pair of pairs) this.#afterEach(name, [pair]);
      return;
    }
    const column = name === 'order_lines' ? 'order_id' : 'product_id';
    const groups = Map.groupBy(pairs, ({ before, after }) => String((after ?? before)?.[column]));
    for (const group of groups.values()) this.#afterEach(name, group);
  }

  /** @param changes of rows that depend on one other row */
  #afterEach(name: string, changes: readonly Change[]): void {
    const row = changes[0]?.after ?? changes[0]?.before ?? {};
    if (name === 'order_lines') {
      const more = changes.reduce((sum, { before, after }) => sum + amountOf(after) - amountOf(before), 0);
      this.update('orders', [keyText(['order_id'], row)], (order) => ({
        ...order,
        total: num((numberOf(order.total) + more).toFixed(2)),
      }));
    }
    const count = (kind: keyof Change): number => changes.filter((change) => change[kind] !== undefined).length;
    const more = count('after') - count('before');
    if (name === 'product_regions' && more !== 0) {
      this.update('products', [keyText(['product_id'], row)], (product) => ({
        ...product,
        reach: num(numberOf(product.reach) + more),
      }));
    }
  }
}

interface TriggerContext {
  readonly runsTriggers?: boolean;
  /** True if it sets the version of orders, so their triggers ignore the change. */
  readonly setsVersion?: boolean;
}

/** A row before and after a change. */
interface Change {
  readonly before?: Row;
  readonly after?: Row;
}

function inOrder({ columns }: Table, rows: readonly Row[]): readonly Row[] {
  const numbered = columns.find(({ generated, default: usual }) => generated === true && isSequence(usual))?.name;
  if (!numbersLast || numbered === undefined) return rows;
  const hasNumber = (row: Row): boolean => row[numbered] !== undefined && row[numbered] !== null;
  return [...rows.filter(hasNumber), ...rows.filter((row) => !hasNumber(row))];
}

const amountOf = (row: Row | undefined): number => (row === undefined ? 0 : numberOf(row.amount));

const beforeChange = (name: string, row: Row): Row =>
  name === 'orders' && row.note === 'pay' ? { ...row, status: 'paid' } : row;

const beforeInsert = (name: string, row: Row): Row => (triggersComeLast ? row : beforeChange(name, row));

/** Converts a value as the column does. */
function toStored({ type, scale }: Column, value: Wire): Wire {
  if (scale !== undefined) return withScale(value, scale);
  return type === 'JSON' && roundsJson ? withDoubles(value) : value;
}

const toStoredRow = ({ columns }: Table, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(columns.map((column) => [column.name, toStored(column, row[column.name] ?? null)])),
});

const compute = ({ columns }: Table, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(columns.flatMap(({ name, compute: make }) => (make === undefined ? [] : [[name, make(row)]]))),
});
