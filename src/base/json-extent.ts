/** How much a JSON text holds. */
export interface JsonExtent {
  /** Values, nested ones too. An empty object or list counts as two: `[]`. */
  readonly values: number;
  /** Levels of objects and lists. */
  readonly depth: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;

/** Measures a JSON text without parsing it, since parsing is the work that may be too much. For other text the numbers mean nothing. */
export function measureJson(text: string): JsonExtent {
  let values = 1;
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfText(text, index);
        break;
      case COMMA:
        values += 1;
        break;
      case 91:
      case 123:
        values += 1;
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 93:
      case 125:
        depth -= 1;
        break;
    }
  }
  return { values, depth: deepest };
}

/** The index of the quote that ends a string, or the length of the text where none does. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes stands in front: `\"` is escaped, `\\"` is not. */
function isEscaped(text: string, place: number): boolean {
  let from = place;
  while (text.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return (place - from) % 2 === 1;
}
