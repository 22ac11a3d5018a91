import type { Random } from '../generate/random.ts';

/** Encodes a query option like one of many clients; all encodings are equivalent. */
export function encodeOption(name: string, value: string, random: Random): string {
  const style = makeStyle(random);
  return `${encodeText(name, style)}=${encodeText(value, style)}`;
}

/** Encoding of one client. */
interface Style {
  readonly blank: '+' | '%20';
  /** Characters left unencoded in addition to `[A-Za-z0-9]`. */
  readonly bare: string;
  readonly lowerCase: boolean;
  /** Returns whether to encode a character unnecessarily. */
  readonly encodesMore: () => boolean;
}

/** Characters that RFC 3986 allows in a query without a special meaning, or only its unreserved characters. */
const bareSets = ["-_.~!$'()*,/:;=?@", "-_.~!'()*", '-_.~$', '-_.~', "-_.$'", '-_.~()', '-._~=:@/?', '-_.~,;()'];

function makeStyle(random: Random): Style {
  const share = random.chance(0.1) ? 0.3 : 0;
  return {
    blank: random.pick(['+', '%20'] as const),
    bare: random.pick(bareSets),
    lowerCase: random.chance(0.3),
    encodesMore: () => share > 0 && random.chance(share),
  };
}

const encodeText = (text: string, style: Style): string =>
  Array.from(text, (character) => encodeCharacter(character, style)).join('');

function encodeCharacter(character: string, { blank, bare, lowerCase, encodesMore }: Style): string {
  if (character === ' ') return blank;
  if ((/[A-Za-z0-9]/.test(character) || bare.includes(character)) && !encodesMore()) return character;
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  return bytes.map((byte) => `%${lowerCase ? byte : byte.toUpperCase()}`).join('');
}
