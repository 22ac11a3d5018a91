import type { ConsoleEntity } from '../../../console-data.ts';

/** Pixels. */
export const HEAD_HEIGHT = 28;
export const LINE_HEIGHT = 18;
export const PADDING = 6;

const MAX_LINES = 12;
/** Pixels of a character: in a line, and in the bold title. */
const LINE_CHARACTER_WIDTH = 7.2;
const TITLE_CHARACTER_WIDTH = 8.4;
const MIN_WIDTH = 104;

/** Maximum characters of a name, and of a type. */
const MAX_NAME = 28;
const MAX_TYPE = 14;

export interface BoxContent {
  readonly entity: ConsoleEntity;
  readonly title: string;
  readonly lines: readonly Line[];
  /** Number of fields without a line. */
  readonly hidden: number;
  readonly width: number;
  readonly height: number;
}

export interface Line {
  readonly name: string;
  readonly type: string;
  readonly kind: 'key' | 'reference' | 'other';
}

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

export function measureBox(entity: ConsoleEntity, showsFields: boolean): BoxContent {
  const all = showsFields ? linesOf(entity) : [];
  const lines = all.length > MAX_LINES ? all.slice(0, MAX_LINES - 1) : all;
  const hidden = all.length - lines.length;
  const rows = lines.length + (hidden > 0 ? 1 : 0);
  const title = cut(entity.name, MAX_NAME);
  const longest = Math.max(0, ...lines.map(({ name, type }) => name.length + type.length + 4)) * LINE_CHARACTER_WIDTH;
  return {
    entity,
    title,
    lines,
    hidden,
    width: Math.max(MIN_WIDTH, Math.ceil(Math.max(longest, title.length * TITLE_CHARACTER_WIDTH) + 20)),
    height: HEAD_HEIGHT + (rows === 0 ? 0 : rows * LINE_HEIGHT + PADDING * 2),
  };
}

/** Keys and foreign keys come first. */
function linesOf({ fields, key, relationships }: ConsoleEntity): readonly Line[] {
  const references = new Set(
    relationships.flatMap(({ many, on, through }) => (many || through !== undefined ? [] : on.map(([from]) => from))),
  );
  const lines = fields.map(({ name, column, type }) => ({
    name: cut(name, MAX_NAME),
    type: cut(type, MAX_TYPE),
    kind: key.includes(name) ? ('key' as const) : references.has(column) ? ('reference' as const) : ('other' as const),
  }));
  return (['key', 'reference', 'other'] as const).flatMap((kind) => lines.filter((line) => line.kind === kind));
}
