import type { Tls } from '../config.ts';
import { error, type Fault, warning } from './connection.ts';
import { plain, type Settings } from './keywords.ts';

const MODES: Readonly<Record<string, Tls['mode']>> = {
  disable: 'disable',
  disabled: 'disable',
  none: 'disable',
  allow: 'require',
  prefer: 'require',
  preferred: 'require',
  require: 'require',
  required: 'require',
  verifyca: 'verify-ca',
  verifyfull: 'verify-full',
  verifyidentity: 'verify-full',
};

const WITH_FALLBACK = ['allow', 'prefer', 'preferred'];

const OFF = ['false', 'no', 'off', '0', 'optional'];
const ON = ['true', 'yes', 'on', '1', 'mandatory'];

export function readTls(
  settings: Settings,
  defaults: Partial<Tls> = {},
): { tls: Partial<Tls>; faults: readonly Fault[] } {
  const { ca, cert, key, passphrase } = settings;
  const { mode, faults } = settings.sslMode === undefined ? readEncrypt(settings) : readMode(settings.sslMode);
  return {
    tls: {
      ...defaults,
      ...(mode !== undefined && { mode }),
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
      ...(passphrase !== undefined && { passphrase }),
    },
    faults,
  };
}

interface TlsSettings {
  readonly mode?: Tls['mode'];
  readonly faults: readonly Fault[];
}

function readMode(written: string): TlsSettings {
  const word = plain(written);
  const mode = Object.hasOwn(MODES, word) ? MODES[word] : undefined;
  if (mode === undefined) return { faults: [error('Unknown SSL mode.', 'Disable, Require, VerifyCA, or VerifyFull')] };
  if (!WITH_FALLBACK.includes(word)) return { mode, faults: [] };
  return {
    mode,
    faults: [
      warning(
        'This SSL mode would silently fall back to plain text, so it is treated as Require. Use Require or Disable.',
      ),
    ],
  };
}

/** Reads keywords of SqlClient, which encrypts by default. */
function readEncrypt({ encrypt, trust }: Settings): TlsSettings {
  if (encrypt === undefined && trust === undefined) return { faults: [] };
  const word = plain(encrypt ?? 'true');
  if (word === 'strict') return { mode: 'verify-full', faults: [] };
  if (OFF.includes(word)) return { mode: 'disable', faults: [] };
  if (!ON.includes(word)) return { faults: [error('Unknown value of "Encrypt".', 'true, false, or strict')] };
  return { mode: ON.includes(plain(trust ?? 'false')) ? 'require' : 'verify-full', faults: [] };
}

/** By default, remote servers must be authenticated, to protect the password. */
export const defaultTlsMode = (url: string | undefined): Tls['mode'] =>
  url === undefined || isLocal(url) ? 'disable' : 'verify-full';

function isLocal(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = decodeURIComponent(searchParams.get('host') ?? hostname);
  return host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);
}
