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
  const edits = (format === 'json' ? editJson : editYaml)(text, members, comments);
  const added = edits === undefined ? undefined : applyEdits(text, edits);
  const expected = members.reduce<unknown>(withMember, parseConfigText(text, format));
  if (added === undefined || !isDeepStrictEqual(parseConfigText(added, format), expected)) {
    throw new UneditableConfig(members);
  }
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

/** A replacement of the characters from `start` to `end`. Edits do not overlap. */
interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const insertion = (at: number, text: string): TextEdit => ({ start: at, end: at, text });

/** Applies edits whose offsets refer to the original text. Edits at the same offset keep their order. */
function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let offset = 0;
  const pieces = edits
    .toSorted((one, other) => one.start - other.start)
    .map((edit) => {
      const piece = text.slice(offset, edit.start) + edit.text;
      offset = edit.end;
      return piece;
    });
  return pieces.join('') + text.slice(offset);
}

/** New members of one object of the text. */
interface Addition<T> {
  readonly path: readonly string[];
  readonly object: T;
  readonly members: Readonly<Record<string, unknown>>;
}

/**
 * Groups members by the object that gets them. If the object of a path does not exist, it becomes a new member of the
 * closest existing object. Returns the innermost additions first; undefined if the text is not an object.
 */
function groupMembers<T>(
  members: readonly NewMember[],
  find: (path: readonly string[]) => T | undefined,
): readonly Addition<T>[] | undefined {
  const additions = new Map<string, Addition<T>>();
  for (const { path, key, value } of members) {
    let depth = path.length;
    let object = find(path);
    while (object === undefined && depth > 0) {
      depth -= 1;
      object = find(path.slice(0, depth));
    }
    if (object === undefined) return;
    const place = path.slice(0, depth);
    const id = JSON.stringify(place);
    const former = additions.get(id)?.members ?? {};
    const added = withMember(former, { path: path.slice(depth), key, value }) as Record<string, unknown>;
    additions.set(id, { path: place, object, members: added });
  }
  return [...additions.values()].toSorted((one, other) => other.path.length - one.path.length);
}

function editJson(text: string, members: readonly NewMember[], comments: Comments): readonly TextEdit[] | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const additions = groupMembers(members, (path) => {
    const node = root && findNodeAtLocation(root, [...path]);
    return node?.type === 'object' ? node : undefined;
  });
  return additions?.flatMap((addition) => addToJson(text, addition, comments));
}

function addToJson(text: string, { path, object, members }: Addition<Node>, comments: Comments): readonly TextEdit[] {
  const newline = newlineOf(text);
  const last = object.children?.at(-1);
  const open = object.offset + 1;
  const close = object.offset + object.length - 1;
  if (!text.slice(open, close).includes('\n')) {
    const inline = Object.entries(members)
      .map(
        ([key, value]) =>
          `${JSON.stringify(key)}: ${formatJson(value, { comments: new Map(), path: ['', ''], indent: 0 })}`,
      )
      .join(', ');
    if (last === undefined) return [insertion(open, ` ${inline} `)];
    const { commaEnd } = scanAfter(text, endOf(last), close);
    return [insertion(commaEnd ?? endOf(last), `${commaEnd === undefined ? ', ' : ' '}${inline}`)];
  }
  const indent = last === undefined ? indentAt(text, object.offset) + 2 : indentAt(text, last.offset);
  const block = Object.entries(members)
    .map(([key, value]) => {
      const label = `${JSON.stringify(key)}: `;
      const place = [...path, key];
      const comment = comments.get(place.join('.'));
      const lines = [
        ...(comment === undefined ? [] : [`// ${comment}`]),
        `${label}${formatJson(value, { comments, path: place, indent, column: indent + label.length })}`,
      ];
      return lines.map((line) => `${newline}${' '.repeat(indent)}${line}`).join('');
    })
    .join(',')
    .replaceAll(/(?<!\r)\n/g, newline);
  if (last === undefined) return [insertion(open, block)];
  const end = endOf(last);
  const { commaEnd, insertAt } = scanAfter(text, end, close);
  return [...(commaEnd === undefined ? [insertion(end, ',')] : []), insertion(insertAt, block)];
}

const newlineOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

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

function editYaml(text: string, members: readonly NewMember[], comments: Comments): readonly TextEdit[] | undefined {
  const document = parseDocument(text);
  const additions = groupMembers(members, (path) => {
    const node = path.length === 0 ? document.contents : document.getIn(path, true);
    return isMap(node) ? (node as YAMLMap) : undefined;
  });
  return additions?.map((addition) => addToYaml(text, addition, comments));
}

function addToYaml(text: string, { path, object, members }: Addition<YAMLMap>, comments: Comments): TextEdit {
  const newline = newlineOf(text);
  const { items, flow, range } = object;
  const [start, end] = range ?? [0, 0];
  if (flow === true) {
    const inline = Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    const at = text.lastIndexOf('}', end - 1);
    const before = items.length === 0 ? ' ' : ', ';
    return { start: text.slice(0, at).trimEnd().length, end: at, text: `${before}${inline.join(', ')} ` };
  }
  const [first] = items;
  const keyNode = isPair(first) ? (first.key as YamlNode) : undefined;
  const indent = indentAt(text, keyNode?.range?.[0] ?? start);
  const block = formatYaml(nest(path, members), comments)
    .split('\n')
    .filter((line) => line !== '')
    .slice(path.length)
    .map((line) => `${' '.repeat(indent)}${line.slice(2 * path.length)}`)
    .join(newline);
  if (text.slice(0, end).endsWith('\n')) return insertion(end, `${block}${newline}`);
  return insertion(end, `${newline}${block}${end === text.length ? '' : newline}`);
}

const nest = (path: readonly string[], value: object): object =>
  path.reduceRight<object>((inner, key) => ({ [key]: inner }), value);
