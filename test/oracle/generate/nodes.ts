import {
  type ArgumentNode,
  type ConstValueNode,
  type FieldNode,
  Kind,
  type NamedTypeNode,
  type NameNode,
  type ObjectValueNode,
  parseType,
  type SelectionNode,
  type SelectionSetNode,
  type TypeNode,
  type ValueNode,
} from 'graphql';

export const nameNode = (value: string): NameNode => ({ kind: Kind.NAME, value });

export const namedTypeNode = (name: string): NamedTypeNode => ({ kind: Kind.NAMED_TYPE, name: nameNode(name) });

export const typeNode = (type: string): TypeNode => parseType(type, { noLocation: true });

export const nullNode = { kind: Kind.NULL } as const satisfies ConstValueNode;

export const intNode = (value: number | bigint) => ({ kind: Kind.INT, value: String(value) }) as const;

export const stringNode = (value: string) => ({ kind: Kind.STRING, value }) as const;

export const booleanNode = (value: boolean) => ({ kind: Kind.BOOLEAN, value }) as const;

export const enumNode = (value: string) => ({ kind: Kind.ENUM, value }) as const;

export const listNode = <T extends ValueNode>(values: readonly T[]) => ({ kind: Kind.LIST, values }) as const;

export const objectNode = (fields: Iterable<readonly [name: string, value: ValueNode]>): ObjectValueNode => ({
  kind: Kind.OBJECT,
  fields: Array.from(fields, ([name, value]) => ({ kind: Kind.OBJECT_FIELD, name: nameNode(name), value }) as const),
});

export const argumentNode = (name: string, value: ValueNode): ArgumentNode => ({
  kind: Kind.ARGUMENT,
  name: nameNode(name),
  value,
});

export const selectionSet = (selections: readonly SelectionNode[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections,
});

/** Creates a field without selections. */
export const fieldNode = (name: string, alias?: string, args: readonly ArgumentNode[] = []): FieldNode => ({
  kind: Kind.FIELD,
  name: nameNode(name),
  ...(alias === undefined ? {} : { alias: nameNode(alias) }),
  arguments: args,
});

/** Prints a value as JSON without changing key order and digits. */
export function writeJson(node: ConstValueNode): string {
  switch (node.kind) {
    case Kind.NULL:
      return 'null';
    case Kind.LIST:
      return `[${node.values.map(writeJson).join(',')}]`;
    case Kind.OBJECT:
      return `{${node.fields.map(({ name, value }) => `${JSON.stringify(name.value)}:${writeJson(value)}`).join(',')}}`;
    case Kind.STRING:
    case Kind.ENUM:
      return JSON.stringify(node.value);
    default:
      return String(node.value);
  }
}
