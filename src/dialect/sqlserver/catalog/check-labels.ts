import type { CheckFacts } from './catalog-facts.ts';

/** A column as checks name it: `[status]`. Engines that are no SQL Server leave the brackets out. */
const COLUMN = String.raw`(?:\[((?:[^\]]|\]\])+)\]|(\w+))`;
const TEXT = "N?'((?:[^']|'')*)'";
const ALTERNATIVE = String.raw`\(?${COLUMN}\s*=\s*${TEXT}\)?`;
const LIST = new RegExp(String.raw`^\(*${ALTERNATIVE}(?:\s+or\s+${ALTERNATIVE})*\)*$`, 'i');
const IN_LIST = new RegExp(String.raw`^\(*${COLUMN}\s+in\s*\((${TEXT}(?:\s*,\s*${TEXT})*)\)\)*$`, 'i');

/** A column that holds some texts alone. */
export interface Labels {
  readonly column: string;
  /** In the order in which they were written down. */
  readonly labels: readonly string[];
}

/**
 * The labels of a check that lists texts for one column; undefined for any other. SQL Server turns a list around: `status in ('A', 'B')` is
 * `([status]='B' OR [status]='A')`.
 */
export function readLabels({ definition, disabled }: CheckFacts): Labels | undefined {
  if (disabled || definition === null) return undefined;
  const [, quoted, plain, list] = IN_LIST.exec(definition.trim()) ?? [];
  if (list !== undefined) return { column: nameOf(quoted, plain), labels: textsIn(list) };
  if (!LIST.test(definition.trim())) return undefined;
  const found = [...definition.matchAll(new RegExp(ALTERNATIVE, 'gi'))];
  const [column, ...others] = new Set(found.map(([, bracketed, bare]) => nameOf(bracketed, bare)));
  if (column === undefined || others.length > 0) return undefined;
  return { column, labels: found.map(([, , , label]) => unquoted(label)).reverse() };
}

const nameOf = (quoted = '', plain = ''): string => (plain === '' ? quoted.replaceAll(']]', ']') : plain);

const textsIn = (list: string): readonly string[] =>
  [...list.matchAll(new RegExp(TEXT, 'g'))].map(([, label]) => unquoted(label));

const unquoted = (label = ''): string => label.replaceAll("''", "'");

const JSON_CHECK = new RegExp(String.raw`^\(*isjson\(${COLUMN}\)\s*(?:=\s*\(?1\)?|>\s*\(?0\)?)\)*$`, 'i');

/** The column that a check holds to JSON: `(isjson([attributes])=(1))`. */
export function readJsonColumn({ definition, disabled }: CheckFacts): string | undefined {
  const found = disabled || definition === null ? null : JSON_CHECK.exec(definition.trim());
  return found === null ? undefined : nameOf(found[1], found[2]);
}
