import { type DestinationStream, type Logger, pino } from 'pino';
import { UnusableConfiguration } from './unusable-configuration.ts';

/**
 * Writes to standard error; standard output is for people.
 * @throws UnusableConfiguration if `pino-pretty` is not installed
 */
export async function createLog(level: string, format: 'json' | 'pretty'): Promise<Log> {
  if (format === 'json') {
    const stream = pino.destination(2);
    return { log: pino({ level }, stream), stream };
  }
  const { default: pretty } = await import('pino-pretty').catch((cause) => {
    throw new UnusableConfiguration('--log-format pretty requires a package. Run "npm install pino-pretty".', {
      cause,
    });
  });
  const stream = pretty({ destination: 2, sync: true, ignore: 'pid,hostname' });
  return { log: pino({ level }, stream), stream };
}

export interface Log {
  readonly log: Logger;
  /** Destination of the log and of the access log. */
  readonly stream: DestinationStream;
}
