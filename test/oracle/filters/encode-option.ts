import type { Random } from '../generate/random.ts';

/** A query option as one of the many clients writes it: all of them mean the same. */
export function encodeOption(name: string, value: string, random: Random): string {
  const style = makeStyle(random);
  return `${encodeText(name, style)}=${encodeText(value, style)}`;
}

/** How one client encodes. */
interface Style {
  readonly blank: '+' | '%20';
  /** Characters beside letters and digits that it leaves as they are. */
  readonly bare: string;
  readonly lowerCase: boolean;
  /** Whether a letter needs no encoding but gets one. */
  readonly encodesMore: () => boolean;
}

/** What RFC 3986 lets stand in a query without a meaning of its own there, or nothing but what it calls unreserved. */
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
