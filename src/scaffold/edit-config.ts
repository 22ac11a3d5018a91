import { isDeepStrictEqual } from 'node:util';
import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse as parseJson,
  parseTree,
} from 'jsonc-parser';
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
 * @throws UneditableConfig if the result would not be exactly the former value with the new members, for example
 *   because of aliases in YAML
 */
export function addMembers(
  text: string,
  format: ConfigFormat,
  members: readonly NewMember[],
  comments: Comments = new Map(),
): string {
  const add = format === 'json' ? addToJson : addToYaml;
  const added = members.reduce((current, member) => add(current, member, comments), text);
  const expected = members.reduce<unknown>(withMember, parseConfigText(text, format));
  if (!isDeepStrictEqual(parseConfigText(added, format), expected)) throw new UneditableConfig(members);
  return added;
}

/** The layout of the file does not allow an automatic addition. */
export class UneditableConfig extends Error {
  constructor(members: readonly NewMember[]) {
    const lines = members.map(({ path, key, value }) => `  ${[...path, key].join('.')}: ${JSON.stringify(value)}`);
    super(`The layout of the file does not allow automatic changes. Add these members yourself:\n${lines.join('\n')}`);
  }
}

/** Returns the value of a configuration; undefined for invalid text. */
export function parseConfigText(text: string, format: ConfigFormat): unknown {
  if (format === 'json') {
    const errors: ParseError[] = [];
    const value: unknown = parseJson(text, errors, { allowTrailingComma: true });
    return errors.length > 0 ? undefined : value;
  }
  const document = parseDocument(text, { uniqueKeys: true });
  return document.errors.length > 0 ? undefined : document.toJS();
}

function withMember(tree: unknown, { path, key, value }: NewMember): unknown {
  const [step, ...rest] = path;
  const record =
    typeof tree === 'object' && tree !== null && !Array.isArray(tree) ? (tree as Record<string, unknown>) : {};
  return step === undefined
    ? { ...record, [key]: value }
    : { ...record, [step]: withMember(record[step], { path: rest, key, value }) };
}

function addToJson(text: string, { path, key, value }: NewMember, comments: Comments): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const object = root && findNodeAtLocation(root, [...path]);
  if (object?.type !== 'object') {
    return addToJson(text, { path: path.slice(0, -1), key: path.at(-1) ?? '', value: { [key]: value } }, comments);
  }
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const last = object.children?.at(-1);
  const close = object.offset + object.length - 1;
  const content = text.slice(object.offset, close);
  if (!content.includes('\n')) {
    const member = `${JSON.stringify(key)}: ${formatJson(value, { comments: new Map(), path: ['', ''], indent: 0 })}`;
    if (last === undefined) return `${text.slice(0, object.offset + 1)} ${member} ${text.slice(object.offset + 1)}`;
    const { commaEnd } = scanAfter(text, endOf(last), close);
    const at = commaEnd ?? endOf(last);
    return `${text.slice(0, at)}${commaEnd === undefined ? ', ' : ' '}${member}${text.slice(at)}`;
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
  const { commaEnd, insertAt } = scanAfter(text, end, close);
  return `${text.slice(0, end)}${commaEnd === undefined ? ',' : ''}${text.slice(end, insertAt)}${block}${text.slice(insertAt)}`;
}

const endOf = ({ offset, length }: Node): number => offset + length;

/**
 * Finds the comma after the last member, and the end of the comments that begin on its line. A comment there belongs to
 * the last member.
 */
function scanAfter(
  text: string,
  end: number,
  close: number,
): { readonly commaEnd: number | undefined; readonly insertAt: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(end);
  let commaEnd: number | undefined;
  let insertAt = end;
  let isOnLine = true;
  for (;;) {
    scanner.scan();
    const [start, length] = [scanner.getTokenOffset(), scanner.getTokenLength()];
    if (length === 0 || start >= close) return { commaEnd, insertAt };
    const token = text.slice(start, start + length);
    if (token === ',') {
      commaEnd = start + length;
      isOnLine = true;
    } else if (/^\r?\n$/.test(token)) isOnLine = false;
    if (isOnLine && token.trim() !== '') insertAt = start + length;
  }
}

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
    const at = text.lastIndexOf('}', end - 1);
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
