import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { ConfigPath, Problem } from '../../base/problem.ts';
import type { Document } from './document.ts';
import { errorAt } from './problem-at.ts';

export function parseJsonDocument(text: string): Document {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  return {
    value: root && toValue(root),
    duplicates: root ? findDuplicates(root, []) : [],
    faults: errors.map((error) => toFault(error, text)),
    lineOf: (path) => root && position(text, startOf(nearestNode(root, path))).line,
  };
}

function toValue(node: Node): unknown {
  if (node.type === 'array') return childrenOf(node).map(toValue);
  // Object.fromEntries defines own properties, even `__proto__`.
  if (node.type === 'object') return Object.fromEntries(membersOf(node).map(([key, value]) => [key, toValue(value)]));
  return node.value;
}

function findDuplicates(node: Node, path: ConfigPath): Problem[] {
  if (node.type === 'array') return childrenOf(node).flatMap((item, index) => findDuplicates(item, [...path, index]));
  if (node.type !== 'object') return [];
  const seen = new Set<string>();
  return membersOf(node).flatMap(([key, value]) => {
    const place = [...path, key];
    const duplicates = seen.has(key) ? [errorAt(place, `Duplicate key "${key}". Remove or rename one.`)] : [];
    seen.add(key);
    return [...duplicates, ...findDuplicates(value, place)];
  });
}

function toFault({ error, offset }: ParseError, text: string): Problem {
  const { line, column } = position(text, offset);
  const reason = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return errorAt([], `Line ${line}, column ${column} is not valid JSON: ${reason}.`);
}

function nearestNode(root: Node, path: ConfigPath): Node {
  const node = findNodeAtLocation(root, [...path]);
  return node ?? nearestNode(root, path.slice(0, -1));
}

const startOf = (node: Node): number => (node.parent?.type === 'property' ? node.parent.offset : node.offset);

const childrenOf = (node: Node): readonly Node[] => node.children ?? [];

function membersOf(node: Node): (readonly [key: string, value: Node])[] {
  return childrenOf(node).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [[String(key.value), value] as const] : [],
  );
}

function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
