import Table from 'cli-table3';

export interface Grid {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Number of leading text columns, aligned to the left; the other columns are figures. */
  readonly textColumns: number;
}

/** Formats a grid for a terminal. */
export function printGrid({ head, rows, textColumns }: Grid): string {
  const table = new Table({
    head: [...head],
    colAligns: head.map((_, index) => (index < textColumns ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}

/** Formats a grid as Markdown. */
export function writeGrid({ head, rows, textColumns }: Grid): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ');
  const rule = `|${head.map((_, index) => (index < textColumns ? '---' : '---:')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Wraps a paragraph at 120 columns. */
export function wrapProse(text: string): string {
  const indent = text.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > 120) {
      lines.push(line);
      line = indent + word;
    } else line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}
