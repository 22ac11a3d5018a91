import { type Entity, entityOf } from './model/entity.ts';
import { fieldsFor } from './model/role-rights.ts';
import {
  type Filter,
  type Item,
  isMutation,
  type Key,
  type Operation,
  type Selection,
  type Step,
} from './model/step.ts';
import { store } from './model/store.ts';
import type { Column } from './model/table.ts';
import { isList, isObject, type Wire, writeWire } from './wire.ts';

/** Returns the ETag to send, or `*`, if the mutation has one. */
export type TagOf = (operation: Operation) => string | undefined;

/** Prints a step as a request body. Its style selects variables and literals. */
export function writeGraphql({ operations, style, caller }: Step, tagOf: TagOf): string {
  const writer = new Writer(style);
  const fields = operations.map(
    (operation, index) => `  ${responseKey(index)}: ${writer.field(operation, tagOf(operation), caller)}`,
  );
  const kind = operations.every(isMutation) ? 'mutation' : 'query';
  const declared = writer.declarations.length === 0 ? '' : ` (${writer.declarations.join(', ')})`;
  const document = `${kind} Step${declared} {\n${fields.join('\n')}\n}`;
  const variables = writer.variables.map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return `{"query":${JSON.stringify(document)},"variables":{${variables}}}`;
}

export const responseKey = (index: number): string => `m${index}`;

const scalars: Readonly<Record<Column['type'], string>> = {
  Int: 'Int',
  Decimal: 'Decimal',
  String: 'String',
  Grade: store().enumType,
  UUID: store().makesUuids ? 'UUID' : 'String',
  JSON: 'JSON',
  Strings: '[String]',
  Ints: '[Int]',
  Grades: '[Grade]',
  Short: 'Short',
  Long: 'Long',
  Single: 'Single',
  Float: 'Float',
  Boolean: 'Boolean',
  Date: 'Date',
  DateTime: 'DateTime',
  LocalDateTime: 'DateTime',
  LocalTime: 'LocalTime',
  Bytes: 'Base64String',
};

class Writer {
  readonly declarations: string[] = [];
  readonly variables: [name: string, text: string][] = [];
  readonly #style: number;
  #count = 0;

  constructor(style: number) {
    this.#style = style;
  }

  field(operation: Operation, tag: string | undefined, caller: Step['caller']): string {
    const entity = entityOf(operation.entity);
    const type = entity.name;
    const shown = select(operation.selection);
    switch (operation.kind) {
      case 'one':
        return `${entity.byKey}_by_pk${call(this.#key(entity, operation.key))} ${shown}`;
      case 'list':
        return `${entity.many}${call(operation.filter.length === 0 ? [] : [this.#filter(entity, operation.filter)])} ${shown}`;
      case 'create':
        return `create${type}${call([`item: ${this.#item(entity, operation.item, { input: 'Create', caller })}`])} ${shown}`;
      case 'createMany': {
        const items = this.#isLiteral(1)
          ? `[${operation.items.map((item) => this.#item(entity, item, { input: 'Create', caller })).join(', ')}]`
          : this.#variable(`[Create${type}Input!]!`, operation.items);
        return `create${type}s${call([`items: ${items}`])} { affected items ${shown} }`;
      }
      case 'update':
      case 'replace': {
        const input = operation.kind === 'update' ? 'Update' : 'Replace';
        const item = `item: ${this.#item(entity, operation.item, { input, caller })}`;
        const never = operation.kind === 'replace' && operation.ifNoneMatch !== undefined ? ['ifNoneMatch: "*"'] : [];
        const parts = [...this.#key(entity, operation.key), item, ...this.#tag(tag), ...never];
        return `${operation.kind}${type}${call(parts)} ${shown}`;
      }
      case 'delete':
        return `delete${type}${call([...this.#key(entity, operation.key), ...this.#tag(tag)])} ${shown}`;
      case 'updateMany': {
        const item = `item: ${this.#item(entity, operation.item, { input: 'Update', caller })}`;
        return `update${type}s${call([...this.#many(entity, operation), item])} { affected items ${shown} }`;
      }
      case 'deleteMany':
        return `delete${type}s${call(this.#many(entity, operation))} { affected items ${shown} }`;
    }
  }

  #isLiteral(bit: number): boolean {
    return Math.floor(this.#style / 2 ** bit) % 2 === 0;
  }

  #variable(type: string, value: Wire | undefined): string {
    this.#count += 1;
    const name = `v${this.#count}`;
    this.declarations.push(`$${name}: ${type}`);
    if (value !== undefined) this.variables.push([name, writeWire(value)]);
    return `$${name}`;
  }

  #key({ table }: Entity, key: Key): readonly string[] {
    return table.key.map((name) => {
      const type = table.columns.find((column) => column.name === name)?.type ?? 'String';
      const value = key[name] ?? null;
      return `${name}: ${this.#isLiteral(0) ? writeLiteral(value) : this.#variable(`${scalars[type]}!`, value)}`;
    });
  }

  #tag(tag: string | undefined): readonly string[] {
    if (tag === undefined) return [];
    return [`ifMatch: ${this.#isLiteral(0) ? JSON.stringify(tag) : this.#variable('String', tag)}`];
  }

  /** Prints an item as a variable, a literal, or a literal with variables, one of them absent. */
  #item(
    entity: Entity,
    item: Item,
    { input, caller }: { readonly input: string; readonly caller: Step['caller'] },
  ): string {
    const type = `${input}${entity.name}Input!`;
    if (!this.#isLiteral(1)) return this.#variable(type, item);
    if (!this.#isLiteral(2)) return writeItem(entity, item, (_, value) => value);
    const action = input === 'Create' ? 'create' : 'update';
    const members = writeItem(entity, item, (column, text, value) =>
      column.nullable ? this.#variable(scalars[column.type], value) : text,
    );
    const unset = fieldsFor(caller, entity, action).find((name) => {
      const column = entity.columns.find((candidate) => candidate.name === name);
      const isOpen = column?.nullable === true && column.generated !== true && !entity.table.key.includes(name);
      // With a nested parent, the foreign key must not be given, not even as an absent variable.
      const isFree = !entity.relationships.some(({ on: [own] }) => own === name);
      return isOpen && isFree && !(name in item);
    });
    if (unset === undefined) return members;
    const column = entity.columns.find(({ name }) => name === unset);
    return `${members.slice(0, -1)} ${unset}: ${this.#variable(scalars[column?.type ?? 'String'], undefined)} }`;
  }

  #many(entity: Entity, { filter, all }: { readonly filter: Filter; readonly all?: boolean }): readonly string[] {
    return [this.#filter(entity, filter), ...(all === undefined ? [] : [`all: ${all}`])];
  }

  #filter(entity: Entity, filter: Filter): string {
    const conditions = filter.map(({ field, operator, value }) => {
      const column = entity.columns.find(({ name }) => name === field);
      const type = operator === 'isNull' ? 'Boolean' : scalars[column?.type ?? 'String'];
      if (value === undefined || !this.#isLiteral(3)) {
        return `${field}: { ${operator}: ${this.#variable(operator === 'in' ? `[${type}]` : type, value)} }`;
      }
      return `${field}: { ${operator}: ${column?.type === 'Grade' ? writeLabels(value) : writeLiteral(value)} }`;
    });
    return `filter: { ${conditions.join(', ')} }`;
  }
}

const call = (parts: readonly string[]): string => (parts.length === 0 ? '' : `(${parts.join(', ')})`);

function select({ fields, relationships }: Selection): string {
  const related = relationships.map(({ name, selection }) => `${name} ${select(selection)}`);
  return `{ ${[...fields, ...related].join(' ')} }`;
}

type WriteField = (column: Column, text: string, value: Wire) => string;

function writeItem(entity: Entity, item: Item, write: WriteField): string {
  const members = Object.entries(item).map(([name, value]) => {
    const relationship = entity.relationships.find((candidate) => candidate.name === name);
    if (relationship !== undefined) {
      const target = entityOf(relationship.target);
      const nested = (item: Wire): string => (isObject(item) ? writeItem(target, item, write) : 'null');
      return `${name}: ${isList(value) ? `[${value.map(nested).join(', ')}]` : nested(value)}`;
    }
    const column = entity.columns.find((candidate) => candidate.name === name);
    if (column === undefined) return `${name}: ${writeLiteral(value)}`;
    const text = column.type === 'Grade' || column.type === 'Grades' ? writeLabels(value) : writeLiteral(value);
    return `${name}: ${write(column, text, value)}`;
  });
  return `{ ${members.join(', ')} }`;
}

function writeLiteral(value: Wire): string {
  if (isList(value)) return `[${value.map(writeLiteral).join(', ')}]`;
  if (isObject(value)) {
    return `{ ${Object.entries(value)
      .map(([name, member]) => `${name}: ${writeLiteral(member)}`)
      .join(', ')} }`;
  }
  return writeWire(value);
}

/** Prints enum labels unquoted. */
const writeLabels = (value: Wire): string =>
  isList(value) ? `[${value.map(writeLabels).join(', ')}]` : typeof value === 'string' ? value : writeLiteral(value);
