import type { ConfigPath, Problem } from '../../base/problem.ts';
import { isUrl } from '../build/build-authentication.ts';
import type { AuthenticationFile, Draft, JwtFile } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';
import { SECRET_ALGORITHMS, SIGNATURE_ALGORITHMS } from '../token-algorithms.ts';
import { issuersOf } from './issuers-of.ts';

/** A shorter secret is easier to guess than the hash that it keys. https://www.rfc-editor.org/rfc/rfc7518#section-3.2 */
const SECRET_BYTES = 32;

const KEYS = 'The keys are';

/** Issuers of tokens differ by name, and their keys cannot be forged on the way here. */
export function checkIssuers(authentication: Draft<AuthenticationFile>): Problem[] {
  const issuers = issuersOf(authentication);
  const names = issuers.map(({ written }) => written.issuer);
  return issuers.flatMap(({ path, written }, index) => [
    ...(written.issuer !== undefined && names.indexOf(written.issuer) < index
      ? [errorAt([...path, 'issuer'], `The issuer "${written.issuer}" is listed twice; join the two.`)]
      : []),
    ...checkKeys(written, path),
    ...(index === 0 && 'sign-in' in authentication ? checkPages(written, path) : []),
    ...checkAlgorithms(written, path),
  ]);
}

function checkKeys({ issuer, jwks, secret }: Draft<JwtFile>, path: ConfigPath): Problem[] {
  if (secret !== undefined) {
    return [
      ...(jwks === undefined
        ? []
        : [errorAt([...path, 'secret'], 'Tokens are proved by keys or by a secret; leave "jwks" or "secret" out.')]),
      ...(Buffer.byteLength(secret) < SECRET_BYTES
        ? [errorAt([...path, 'secret'], `A secret of fewer than ${SECRET_BYTES} bytes can be guessed.`)]
        : []),
    ];
  }
  if (jwks !== undefined) return isUrl(jwks) ? checkUrl(jwks, [...path, 'jwks'], KEYS) : [];
  return issuer === undefined ? [] : checkUrl(issuer, [...path, 'issuer'], KEYS);
}

/** Pages that sign people in find the provider by the issuer's name, so that must be a URL, wherever the keys come from. */
function checkPages({ issuer, jwks, secret }: Draft<JwtFile>, path: ConfigPath): Problem[] {
  if (issuer === undefined || (jwks === undefined && secret === undefined)) return [];
  return checkUrl(issuer, [...path, 'issuer'], 'The provider of "sign-in" is');
}

/** A URL uses HTTPS, or leads to this machine. @param what begins the sentence of the problem */
function checkUrl(text: string, path: ConfigPath, what: string): Problem[] {
  const expected = 'a URL such as https://login.example.com/';
  const url = URL.parse(text);
  if (url === null) return [errorAt(path, `${what} found from here, so that this must be a URL.`, { expected })];
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
    ? []
    : [errorAt(path, 'What comes over plain HTTP can be forged on its way; use HTTPS.', { expected })];
}

function checkAlgorithms({ algorithms = [], secret }: Draft<JwtFile>, path: ConfigPath): Problem[] {
  const allowed: readonly unknown[] = secret === undefined ? SIGNATURE_ALGORITHMS : SECRET_ALGORITHMS;
  const proof = secret === undefined ? 'a public key' : 'a secret';
  return Object.values(algorithms)
    .map((name, index) => ({ name, place: [...path, 'algorithms', index] }))
    .filter(({ name }) => name !== undefined && !allowed.includes(name))
    .map(({ name, place }) =>
      errorAt(place, `No token by ${name} is proved by ${proof}.`, { expected: allowed.join(', ') }),
    );
}
