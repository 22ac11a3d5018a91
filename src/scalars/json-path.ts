/** Member names and 0-based indexes, from the root. */
export type JsonPath = readonly (string | number)[];

/** https://www.rfc-editor.org/rfc/rfc9535#name-singular-queries */
const SEGMENT =
  /\.([A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*)|(?:\.|\[)("(?:[^"\\]|\\.)*")|\[(0|[1-9]\d{0,8})(?=\])/uy;

const EXAMPLES = '"$.size.width", "$.parts[0]" or "$[\\"a name\\"]"';

/** Parses `$.size.width`, `$.parts[0]`, or `$["a name"]`. @throws Error with the position if invalid */
export function parseJsonPath(text: string): JsonPath {
  if (!text.startsWith('$')) throw malformedPath(0, text);
  const steps: (string | number)[] = [];
  for (let at = 1; at < text.length; ) {
    const { step, end } = readSegment(text, at);
    steps.push(step);
    at = end;
  }
  return steps;
}

function readSegment(text: string, at: number): { readonly step: string | number; readonly end: number } {
  SEGMENT.lastIndex = at;
  const match = SEGMENT.exec(text);
  if (match === null) throw malformedPath(at, text);
  const [all, plain, quoted, index] = match;
  const isBracketed = all.startsWith('[');
  const end = at + all.length + (isBracketed ? 1 : 0);
  if (isBracketed && text[end - 1] !== ']') throw malformedPath(at, text);
  if (index !== undefined) return { step: Number(index), end };
  return { step: plain ?? unquote(quoted ?? '', at, text), end };
}

function unquote(quoted: string, at: number, text: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw malformedPath(at, text);
  }
}

const malformedPath = (at: number, text: string): Error =>
  new Error(
    `Invalid JSON path at position ${at}: ${JSON.stringify(text.slice(0, 80))}. Use a path such as ${EXAMPLES}`,
  );
