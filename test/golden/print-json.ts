/** Maximum length of a line. */
const LINE_CHARS = 180;

/** Prints JSON with a line for each value that fits, so that a changed column is a changed line. */
export const printJson = (value: unknown): string => `${print(value, '')}\n`;

function print(value: unknown, indent: string): string {
  const line = JSON.stringify(value);
  if (indent.length + line.length <= LINE_CHARS || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((item) => print(item, inner))
    : Object.entries(JSON.parse(line)).map(([name, member]) => `${JSON.stringify(name)}: ${print(member, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${inner}${members.join(`,\n${inner}`)}\n${indent}${close}`;
}
