/** What a JSON text comes to. */
export interface JsonExtent {
  /** Values, those in objects and lists counted; one that is empty counts as two. */
  readonly values: number;
  /** Levels of objects and lists. */
  readonly depth: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;

/** What a text comes to as JSON, without parsing it: that is the work which may be too much. Of other texts it says nothing that matters. */
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

/** The place of the quote that ends a text, or of the end. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes stands in front. */
function isEscaped(text: string, place: number): boolean {
  let from = place;
  while (text.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return (place - from) % 2 === 1;
}
