import { type Logger, symbols } from 'pino';
import type { ObservationOf, Observer, ReceivedRequest } from '../../base/observation.ts';
import type { Runtime } from '../../config/config.ts';
import { splitUrl } from '../http/split-url.ts';

type Sent = ObservationOf<'responseSent'>;

/** Maximum characters of a path. */
const MAX_PATH = 500;

const NO_ENTITIES: readonly string[] = [];

/** Logs each response. Paths have no query, because filters contain values. */
export function createAccessLog(
  logger: Logger,
  format: Exclude<Runtime['accessLog'], 'none'>,
  clock: () => Date = () => new Date(),
): Observer {
  return { responseSent: format === 'json' ? createJsonWriter(logger) : createCommonWriter(logger, clock) };
}

function createJsonWriter(logger: Logger): (sent: Sent) => void {
  // Independent of the level of the service log.
  const log = logger.child({}, { level: 'info' });
  return ({ request, status, duration, bytes }) =>
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: pathOf(request),
        status,
        ms: Math.round(duration * 10) / 10,
        bytes,
        role: request.identity?.role,
        entities: request.entities ?? NO_ENTITIES,
      },
      'Request',
    );
}

/** https://httpd.apache.org/docs/current/logs.html#common */
function createCommonWriter(logger: Logger, clock: () => Date): (sent: Sent) => void {
  const stream = (logger as unknown as { readonly [symbols.streamSym]: { write(line: string): void } })[
    symbols.streamSym
  ];
  return ({ request, status, bytes }) => {
    const { sub } = request.identity?.claims ?? {};
    const user = typeof sub === 'string' ? escapeCommon(sub).replaceAll(' ', '\\x20') : '-';
    const line = `${request.method} ${pathOf(request)} HTTP/1.1`;
    stream.write(
      `${request.ip ?? '-'} - ${user} [${formatTime(clock())}] "${escapeCommon(line)}" ${status} ${bytes ?? '-'}\n`,
    );
  };
}

const pathOf = ({ url }: ReceivedRequest): string => splitUrl(url).path.slice(0, MAX_PATH).toWellFormed();

/** Escapes quotes and control characters, so that a request cannot forge a line. */
const escapeCommon = (text: string): string =>
  text.replaceAll(
    /[^\x20-\x7e]|["\\]/g,
    (character) => `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`,
  );

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** In UTC: `27/Nov/2026:20:46:00 +0000` */
function formatTime(date: Date): string {
  const [day, time] = date.toISOString().split('T');
  const [year, month, dayOfMonth] = (day ?? '').split('-');
  return `${dayOfMonth}/${MONTHS[Number(month) - 1]}/${year}:${time?.slice(0, 8)} +0000`;
}
