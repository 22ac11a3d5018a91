import { isCollection, isMap, isNode, isScalar, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml';
import type { ConfigPath, Problem } from '../../base/problem.ts';
import type { Document } from './document.ts';
import { errorAt } from './problem-at.ts';

/** Reads YAML 1.2. */
export function parseYamlDocument(text: string): Document {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const toProblem = ({ pos: [offset], message }: YAMLError): Problem => {
    const { line, col } = lines.linePos(offset);
    return errorAt([], `Line ${line}, column ${col} is not valid YAML: ${message.replace(/\.?$/, '.')}`);
  };
  const isDuplicate = (error: YAMLError): boolean => error.code === 'DUPLICATE_KEY';
  const faults = document.errors.filter((error) => !isDuplicate(error)).map(toProblem);
  return {
    ...(faults.length > 0 ? { value: undefined, faults } : resolve(document)),
    duplicates: document.errors.filter(isDuplicate).map(toProblem),
    lineOf: (path) => {
      const offset = document.contents && offsetOf(document.contents, path);
      return offset === null ? undefined : lines.linePos(offset).line;
    },
  };
}

/** The document's value. Only here it shows that an alias leads nowhere, or to too much. */
function resolve(document: { toJS(): unknown }): Pick<Document, 'value' | 'faults'> {
  try {
    return { value: document.toJS(), faults: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { value: undefined, faults: [errorAt([], `The aliases of this YAML cannot be followed: ${reason}.`)] };
  }
}

/** The offset of the key or item at the path, or of the nearest around it. */
function offsetOf(node: Node, path: ConfigPath): number {
  const [key, ...rest] = path;
  const start = node.range?.[0] ?? 0;
  if (key === undefined || !isCollection(node)) return start;
  const child = node.get(key, true);
  if (rest.length > 0 && isNode(child)) return offsetOf(child, rest);
  if (!isMap(node)) return isNode(child) ? offsetOf(child, []) : start;
  const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
  return isScalar(pair?.key) ? (pair.key.range?.[0] ?? start) : start;
}
