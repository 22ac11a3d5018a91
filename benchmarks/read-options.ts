import { parseArgs } from 'node:util';

/** Which parts to run, and how long to look at each. */
export interface Options {
  readonly parts: ReadonlySet<string>;
  /** Fresh starts of each size. */
  readonly starts: number;
  /** Measurements of each question and server. */
  readonly rounds: number;
  /** Length of a measurement. */
  readonly seconds: number;
  readonly connections: number;
}

const PARTS = ['boot', 'requests', 'storm', 'micro', 'growth'];

/** The arguments of the command line. @throws TypeError, RangeError that say what to change */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      starts: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '16' },
    },
  });
  const unknown = positionals.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new RangeError(`There is no part "${unknown}"; choose of: ${PARTS.join(', ')}.`);
  return {
    parts: new Set(positionals.length > 0 ? positionals : PARTS),
    starts: readCount('starts', values.starts),
    rounds: readCount('rounds', values.rounds),
    seconds: readCount('seconds', values.seconds),
    connections: readCount('connections', values.connections),
  };
}

function readCount(name: string, text: string): number {
  if (/^[1-9][0-9]{0,4}$/.test(text)) return Number(text);
  throw new RangeError(`--${name} takes a whole number from 1 to 99999, not "${text}".`);
}
