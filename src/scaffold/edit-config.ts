import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { isMap, isPair, parseDocument, type YAMLMap, type Node as YamlNode } from 'yaml';
import { type Comments, type ConfigFormat, formatJson, formatYaml } from './format-config.ts';

/** A member to add to an object of a configuration. */
export interface NewMember {
  /** Path of the object, such as `['entities', 'Order', 'relationships']`. Its parent must exist. */
  readonly path: readonly string[];
  readonly key: string;
  readonly value: unknown;
}

/**
 * Adds members to the text of a configuration. Every existing line stays as it is, except for a comma after the last
 * member of an object.
 * @param comments by path, as in `formatConfig`
 */
export function addMembers(
  text: string,
  format: ConfigFormat,
  members: readonly NewMember[],
  comments: Comments = new Map(),
): string {
  const add = format === 'json' ? addToJson : addToYaml;
  return members.reduce((current, member) => add(current, member, comments), text);
}

function addToJson(text: string, { path, key, value }: NewMember, comments: Comments): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const object = root && findNodeAtLocation(root, [...path]);
  if (object?.type !== 'object') {
    return addToJson(text, { path: path.slice(0, -1), key: path.at(-1) ?? '', value: { [key]: value } }, comments);
  }
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const last = object.children?.at(-1);
  const content = text.slice(object.offset, object.offset + object.length);
  if (!content.includes('\n')) {
    const member = `${JSON.stringify(key)}: ${formatJson(value, { comments: new Map(), path: ['', ''], indent: 0 })}`;
    const end = last === undefined ? object.offset + 1 : endOf(last);
    const before = last === undefined ? ' ' : hasComma(text, end) ? ' ' : ', ';
    const at = last !== undefined && hasComma(text, end) ? text.indexOf(',', end) + 1 : end;
    return `${text.slice(0, at)}${before}${member}${last === undefined ? ' ' : ''}${text.slice(at)}`;
  }
  const indent = last === undefined ? indentAt(text, object.offset) + 2 : indentAt(text, last.offset);
  const label = `${JSON.stringify(key)}: `;
  const place = [...path, key];
  const comment = comments.get(place.join('.'));
  const lines = [
    ...(comment === undefined ? [] : [`// ${comment}`]),
    `${label}${formatJson(value, { comments, path: place, indent, column: indent + label.length })}`,
  ];
  const block = lines
    .map((line) => `${newline}${' '.repeat(indent)}${line}`)
    .join('')
    .replaceAll(/(?<!\r)\n/g, newline);
  if (last === undefined) return `${text.slice(0, object.offset + 1)}${block}${text.slice(object.offset + 1)}`;
  const end = endOf(last);
  const comma = hasComma(text, end) ? '' : ',';
  // A comment on the line of the last member stays there.
  const close = object.offset + object.length - 1;
  const lineEnd = text.slice(end, close).search(/\r?\n/);
  const at = lineEnd < 0 ? close : end + lineEnd;
  return `${text.slice(0, end)}${comma}${text.slice(end, at)}${block}${text.slice(at)}`;
}

const endOf = ({ offset, length }: Node): number => offset + length;

const hasComma = (text: string, end: number): boolean => /^\s*(\/\/.*\s*|\/\*[\s\S]*?\*\/\s*)*,/.test(text.slice(end));

const indentAt = (text: string, offset: number): number =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset) + 1))?.[0].length ?? 0;

function addToYaml(text: string, { path, key, value }: NewMember, comments: Comments): string {
  const document = parseDocument(text);
  const map = path.length === 0 ? document.contents : document.getIn(path, true);
  if (!isMap(map)) {
    return addToYaml(text, { path: path.slice(0, -1), key: path.at(-1) ?? '', value: { [key]: value } }, comments);
  }
  const { items, flow, range } = map as YAMLMap;
  const [start, end] = range ?? [0, 0];
  if (flow === true) {
    const member = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    const at = text.lastIndexOf('}', end);
    const before = items.length === 0 ? ' ' : ', ';
    return `${text.slice(0, at).trimEnd()}${before}${member} ${text.slice(at)}`;
  }
  const [first] = items;
  const keyNode = isPair(first) ? (first.key as YamlNode) : undefined;
  const indent = indentAt(text, keyNode?.range?.[0] ?? start);
  const block = formatYaml(nest(path, { [key]: value }), comments)
    .split('\n')
    .filter((line) => line !== '')
    .slice(path.length)
    .map((line) => `${' '.repeat(indent)}${line.slice(2 * path.length)}\n`)
    .join('');
  const lead = text.slice(0, end);
  return `${lead}${lead.endsWith('\n') ? '' : '\n'}${block}${text.slice(end)}`;
}

const nest = (path: readonly string[], value: object): object =>
  path.reduceRight<object>((inner, key) => ({ [key]: inner }), value);
