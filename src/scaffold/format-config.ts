import { Document, isMap, isPair, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';

export type ConfigFormat = 'json' | 'yaml';

/** Comments by path of the key or item below them, joined by dots: `entities.Order.fields`. May have several lines. */
export type Comments = ReadonlyMap<string, string>;

const MAX_COLUMNS = 120;

/** Formats a configuration with comments. */
export function formatConfig(config: object, format: ConfigFormat, comments: Comments = new Map()): string {
  return format === 'json'
    ? `${formatJson(config, { comments, path: [], indent: 0 })}\n`
    : formatYaml(config, comments);
}

interface JsonContext {
  readonly comments: Comments;
  readonly path: readonly (string | number)[];
  /** Columns before the value's closing bracket. */
  readonly indent: number;
  /** Columns before the value on its first line. Defaults to `indent`. */
  readonly column?: number;
}

/** Formats as JSON with comments. Below the second level, short values without comments take one line. */
export function formatJson(value: unknown, { comments, path, indent, column = indent }: JsonContext): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return Array.isArray(value) ? '[]' : '{}';
  const prefix = path.length === 0 ? '' : `${path.join('.')}.`;
  const isCommented = comments.keys().some((place) => place.startsWith(prefix));
  const inline = formatInline(value);
  if (!isCommented && depthOf(value) <= 3 && path.length > 1 && column + inline.length + 1 <= MAX_COLUMNS)
    return inline;
  const inner = ' '.repeat(indent + 2);
  const lines = entries.map(([key, member], index) => {
    const place = [...path, key];
    const comment = comments.get(place.join('.'));
    const label = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `;
    const text = formatJson(member, { comments, path: place, indent: indent + 2, column: indent + 2 + label.length });
    const lead = comment === undefined ? '' : comment.replaceAll(/^/gm, `${inner}// `).concat('\n');
    return `${lead}${inner}${label}${text}${index < entries.length - 1 ? ',' : ''}`;
  });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines.join('\n')}\n${' '.repeat(indent)}${close}`;
}

function formatInline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(formatInline).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${formatInline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

export function formatYaml(config: object, comments: Comments): string {
  const document = new Document(config);
  for (const [path, comment] of comments) {
    addComment(document.contents, path.split('.'), comment.replaceAll(/^/gm, ' '));
  }
  return document.toString({ lineWidth: MAX_COLUMNS, flowCollectionPadding: true });
}

function addComment(node: Node | null, [key, ...rest]: readonly string[], comment: string): void {
  if (isSeq(node)) {
    const item = (node as YAMLSeq).items[Number(key)] as Node;
    if (rest.length > 0) addComment(item, rest, comment);
    else item.commentBefore = comment;
    return;
  }
  if (!isMap(node)) return;
  const pair = (node as YAMLMap).items.find((item): item is Pair => isPair(item) && String(item.key) === key);
  if (pair === undefined) return;
  if (rest.length > 0) {
    addComment(pair.value as Node, rest, comment);
    return;
  }
  const keyNode = pair.key as Node;
  keyNode.commentBefore = comment;
}
