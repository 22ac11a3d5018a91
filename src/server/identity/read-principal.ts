import { parseJson } from '../../base/json.ts';
import type { Authentication } from '../../config/config.ts';
import { parseBase64 } from '../../scalars/binary.ts';
import { readAppService } from './app-service.ts';
import { isObject, type Principal, type Written } from './principal.ts';
import { readStaticWebApps } from './static-web-apps.ts';

/** The providers by which a header tells who asks. */
type Platform = Extract<Authentication['provider'], 'StaticWebApps' | 'AppService'>;

const readers: Readonly<Record<Platform, (written: Written) => Principal>> = {
  StaticWebApps: readStaticWebApps,
  AppService: readAppService,
};

export const isPlatform = (provider: Authentication['provider']): provider is Platform => provider in readers;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The principal of `X-MS-CLIENT-PRINCIPAL`: JSON in Base64, in the form of its platform. @throws Error that says what is wrong */
export function readPrincipal(header: string, platform: Platform): Principal {
  const written = decode(header);
  if (!isObject(written)) throw new Error('it holds no JSON object');
  return readers[platform](written);
}

function decode(header: string): unknown {
  try {
    return parseJson(utf8.decode(Buffer.from(parseBase64(header), 'base64')));
  } catch (cause) {
    throw new Error('it is no JSON in Base64', { cause });
  }
}
