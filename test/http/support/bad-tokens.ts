import { createHmac, createPublicKey } from 'node:crypto';
import type { JWK } from 'jose';
import { AUDIENCE, compose, goodClaims, now, SHARED, SHARED_SECRET, sign } from './token-issuers.ts';

export const bearer = (token: string): readonly string[] => ['Authorization', `Bearer ${token}`];

/** Builds a token from the keys and claims of the issuers. */
type Make = (has: {
  /** The issuer URL of the real provider. */
  readonly iss: string;
  readonly key: JWK;
  readonly other: JWK;
  readonly filed: JWK;
  /** A valid token. */
  readonly good: string;
}) => string | readonly string[] | Promise<string | readonly string[]>;

const claimed =
  (changes: Record<string, unknown>): Make =>
  ({ iss, key }) =>
    sign(goodClaims(iss, changes), key);
const headed =
  (header: Record<string, unknown>): Make =>
  ({ iss, key }) =>
    sign(goodClaims(iss), key, header);
const shared =
  (changes: Record<string, unknown>, header = {}): Make =>
  () =>
    sign(goodClaims(SHARED.issuer, changes), SHARED_SECRET, header);
const raw =
  (value: string): Make =>
  () => ['Authorization', value];

const NO_TOKEN = 'The token is not a signed JSON Web Token.';
const NO_FORM = "Invalid Authorization header. Send a single token as 'Bearer <token>'.";
const UNKNOWN_KEY = "Unknown signing key ('kid') of the token.";
const SIGNATURE = 'Invalid token signature.';
const ALGORITHM = "The signature algorithm ('alg') of the token is not allowed.";
const ISSUER = "Untrusted token issuer ('iss').";
const AUDIENCE_FAULT = "The token is for another audience ('aud').";
const TYPE = "Unsupported token type ('typ').";
const must = (claim: string): string => `Invalid claim '${claim}' in the token.`;
const roles = (path: string): string => `The claim '${path}' of the token must be a string or a list of strings.`;

/** Returns an HMAC keyed with the text of a public key. A careless verifier accepts it as a signature. */
function confused(iss: string, key: JWK, format: 'pem' | 'jwk'): string {
  const publicKey = createPublicKey({ key: key as never, format: 'jwk' });
  const text =
    format === 'pem' ? publicKey.export({ type: 'spki', format }) : JSON.stringify(publicKey.export({ format }));
  const unsigned = compose({ alg: 'HS256', kid: key.kid, typ: 'JWT' }, goodClaims(iss)).slice(0, -1);
  return `${unsigned}.${createHmac('sha256', text).update(unsigned).digest('base64url')}`;
}

const replacePart = (token: string, index: number, part: string): string =>
  token
    .split('.')
    .map((old, at) => (at === index ? part : old))
    .join('.');
const tamper = (part: string): string => `${part.slice(0, 20)}${part[20] === 'A' ? 'B' : 'A'}${part.slice(21)}`;
/** Returns the next base64url character, which differs only in the last bit. */
const nextSign = (sign: string): string => {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return signs.charAt(signs.indexOf(sign) ^ 1);
};
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const badTokens: readonly (readonly [name: string, make: Make, message: string, error?: 'invalid_request'])[] = [
  // The header itself.
  ['no scheme', ({ good }) => ['Authorization', good], NO_FORM, 'invalid_request'],
  ['the scheme alone', raw('Bearer'), NO_FORM, 'invalid_request'],
  ['the scheme and spaces', raw('Bearer   '), NO_FORM, 'invalid_request'],
  ['an empty header', raw(''), NO_FORM, 'invalid_request'],
  ['another scheme', raw('Basic dXNlcjpwYXNz'), NO_FORM, 'invalid_request'],
  ['another scheme with a good token', ({ good }) => ['Authorization', `Token ${good}`], NO_FORM, 'invalid_request'],
  ['DPoP with a good token', ({ good }) => ['Authorization', `DPoP ${good}`], NO_FORM, 'invalid_request'],
  [
    'white space within',
    ({ good }) => ['Authorization', `Bearer ${good.replace('.', ' .')}`],
    NO_FORM,
    'invalid_request',
  ],
  ['a tab for a space', ({ good }) => ['Authorization', `Bearer\t${good}`], NO_FORM, 'invalid_request'],
  ['two tokens', ({ good }) => ['Authorization', `Bearer ${good} ${good}`], NO_FORM, 'invalid_request'],
  ['a list of tokens', ({ good }) => ['Authorization', `Bearer ${good}, Bearer ${good}`], NO_FORM, 'invalid_request'],
  ['in quotes', ({ good }) => ['Authorization', `Bearer "${good}"`], NO_FORM, 'invalid_request'],
  ['as a parameter', ({ good }) => ['Authorization', `Bearer token=${good}`], NO_FORM, 'invalid_request'],
  [
    'twice the same header',
    ({ good }) => [...bearer(good), ...bearer(good)],
    'Duplicate Authorization header. Send it once.',
    'invalid_request',
  ],
  [
    'a good one and a bad one',
    ({ good }) => [...bearer(good), ...bearer('x')],
    'Duplicate Authorization header. Send it once.',
    'invalid_request',
  ],
  [
    'a bad one and a good one',
    ({ good }) => ['authorization', 'Bearer x', ...bearer(good)],
    'Duplicate Authorization header. Send it once.',
    'invalid_request',
  ],
  ['a bad one in lower case', raw('bearer x.y.z'), NO_TOKEN],
  ['huge', claimed({ filler: 'x'.repeat(10_000) }), 'The token exceeds the maximum of 12288 bytes.'],
  // Not a token.
  ['one word', raw('Bearer x'), NO_TOKEN],
  ['two parts', ({ good }) => good.split('.').slice(0, 2).join('.'), NO_TOKEN],
  ['four parts', ({ good }) => `${good}.x`, NO_TOKEN],
  ['five parts, as if encrypted', ({ good }) => `${good}.x.y`, NO_TOKEN],
  ['dots alone', raw('Bearer ..'), NO_TOKEN],
  ['a header that is no JSON', ({ good }) => replacePart(good, 0, 'bm8'), NO_TOKEN],
  ['a header that is a list', ({ good }) => replacePart(good, 0, base64([])), NO_TOKEN],
  ['claims that are no JSON', ({ good }) => replacePart(good, 1, 'bm8'), NO_TOKEN],
  ['claims that are a list', ({ good }) => replacePart(good, 1, base64([])), NO_TOKEN],
  ['claims that are null', ({ good }) => replacePart(good, 1, base64(null)), NO_TOKEN],
  ['in Base64 of another alphabet', ({ good }) => `${good.slice(0, 30)}+/${good.slice(32)}`, NO_TOKEN],
  // Other encodings of the same bytes.
  ['a padded signature', ({ good }) => `${good}==`, NO_TOKEN],
  [
    'a signature padded by one sign',
    () => `${compose({ alg: 'HS256' }, goodClaims(SHARED.issuer), 'A'.repeat(43))}=`,
    NO_TOKEN,
  ],
  ['padded claims', ({ good }) => replacePart(good, 1, `${good.split('.')[1]}=`), NO_FORM, 'invalid_request'],
  ['a padded header', ({ good }) => replacePart(good, 0, `${good.split('.')[0]}==`), NO_FORM, 'invalid_request'],
  ['unused bits of the signature', ({ good }) => `${good.slice(0, -1)}${nextSign(good.at(-1) ?? '')}`, NO_TOKEN],
  ['a sign of the other alphabet', ({ good }) => `${good.slice(0, -3)}+${good.slice(-2)}`, NO_TOKEN],
  ['cut by a character', ({ good }) => good.slice(0, -2), SIGNATURE],
  // Signature and algorithm.
  ['no signature', ({ good }) => replacePart(good, 2, ''), SIGNATURE],
  [
    'claims tampered with',
    ({ good, iss }) => replacePart(good, 1, base64(goodClaims(iss, { roles: ['support'] }))),
    SIGNATURE,
  ],
  ['a signature tampered with', ({ good }) => replacePart(good, 2, tamper(good.split('.')[2] ?? '')), SIGNATURE],
  [
    'the signature of another token',
    async ({ good, iss, key }) =>
      replacePart(good, 2, (await sign(goodClaims(iss, { sub: 'x' }), key)).split('.')[2] ?? ''),
    SIGNATURE,
  ],
  ['"none"', ({ iss }) => compose({ alg: 'none' }, goodClaims(iss)), ALGORITHM],
  ['"None"', ({ iss }) => compose({ alg: 'None' }, goodClaims(iss), 'AAAA'), ALGORITHM],
  ['"none" with a key', ({ iss, key }) => compose({ alg: 'none', kid: key.kid }, goodClaims(iss), 'AAAA'), ALGORITHM],
  ['no "alg"', ({ iss }) => compose({ typ: 'JWT' }, goodClaims(iss), 'AAAA'), NO_TOKEN],
  ['"alg" is a number', ({ iss }) => compose({ alg: 1 }, goodClaims(iss), 'AAAA'), NO_TOKEN],
  ['HMAC by the public key as PEM', ({ iss, key }) => confused(iss, key, 'pem'), ALGORITHM],
  ['HMAC by the public key as JSON', ({ iss, key }) => confused(iss, key, 'jwk'), ALGORITHM],
  ['HMAC by the secret of another issuer', ({ iss }) => sign(goodClaims(iss), SHARED_SECRET), ALGORITHM],
  [
    'HMAC by an empty secret',
    ({ iss }) => {
      const unsigned = compose({ alg: 'HS256' }, goodClaims(iss)).slice(0, -1);
      return `${unsigned}.${createHmac('sha256', '').update(unsigned).digest('base64url')}`;
    },
    ALGORITHM,
  ],
  ['an algorithm that is not listed', headed({ alg: 'RS512' }), ALGORITHM],
  [
    'an algorithm that the key is not for',
    ({ iss, key }) => compose({ alg: 'ES256', kid: key.kid }, goodClaims(iss), 'A'.repeat(86)),
    UNKNOWN_KEY,
  ],
  [
    'another key of the same name',
    ({ iss, other, key }) => sign(goodClaims(iss), { ...other, kid: key.kid } as JWK),
    SIGNATURE,
  ],
  ['an unknown key', ({ iss, other }) => sign(goodClaims(iss), other), UNKNOWN_KEY],
  ['the key of another issuer', ({ iss, filed }) => sign(goodClaims(iss), filed), UNKNOWN_KEY],
  ['no "kid", another key', ({ iss, other }) => sign(goodClaims(iss), other, { kid: undefined }), SIGNATURE],
  [
    'a key in the header (jwk)',
    async ({ iss, other }) => sign(goodClaims(iss), other, { jwk: { kty: other.kty, n: other.n, e: other.e } }),
    UNKNOWN_KEY,
  ],
  [
    'a key in the header, no "kid"',
    async ({ iss, other }) =>
      sign(goodClaims(iss), other, { kid: undefined, jwk: { kty: other.kty, n: other.n, e: other.e } }),
    SIGNATURE,
  ],
  [
    'keys elsewhere (jku)',
    ({ iss, other }) => sign(goodClaims(iss), other, { jku: 'https://evil.example/keys' }),
    UNKNOWN_KEY,
  ],
  [
    'a certificate elsewhere (x5u)',
    ({ iss, other }) => sign(goodClaims(iss), other, { x5u: 'https://evil.example/cert' }),
    UNKNOWN_KEY,
  ],
  [
    'a certificate in the header (x5c)',
    ({ iss, other }) => sign(goodClaims(iss), other, { x5c: ['AAAA'] }),
    UNKNOWN_KEY,
  ],
  ['a path as "kid"', ({ iss, other }) => sign(goodClaims(iss), other, { kid: '../../../../dev/null' }), UNKNOWN_KEY],
  [
    'an extension that must be known',
    ({ iss, key }) => sign(goodClaims(iss), key, { crit: ['x-odd'], 'x-odd': 1 }),
    "Unsupported critical header ('crit') of the token.",
  ],
  ['the secret by another algorithm', shared({}, { alg: 'HS512' }), ALGORITHM],
  ['another secret', () => sign(goodClaims(SHARED.issuer), new TextEncoder().encode('b'.repeat(40))), SIGNATURE],
  // Type.
  ['a logout token', headed({ typ: 'logout+jwt' }), TYPE],
  ['a DPoP proof', headed({ typ: 'dpop+jwt' }), TYPE],
  ['a type that is none', ({ iss }) => compose({ alg: 'RS256', typ: 5 }, goodClaims(iss), 'AAAA'), TYPE],
  // Issuer and audience.
  ['another issuer', claimed({ iss: 'https://evil.example' }), ISSUER],
  ['an issuer in other letters', ({ iss, key }) => sign(goodClaims(iss.toUpperCase()), key), ISSUER],
  ['an issuer with a slash', ({ iss, key }) => sign(goodClaims(`${iss}/`), key), ISSUER],
  ['no issuer', claimed({ iss: undefined }), ISSUER],
  ['a list of issuers', ({ iss, key }) => sign(goodClaims(iss, { iss: [iss] as never }), key), ISSUER],
  [
    'another issuer that is believed, with this key',
    ({ key }) => sign(goodClaims('https://filed.example'), key),
    UNKNOWN_KEY,
  ],
  ['another audience', claimed({ aud: 'urn:joinery:other' }), AUDIENCE_FAULT],
  ['several other audiences', claimed({ aud: ['a', 'b'] }), AUDIENCE_FAULT],
  ['no audience', claimed({ aud: undefined }), "The token has no claim 'aud'."],
  ['an audience in other letters', claimed({ aud: AUDIENCE.toUpperCase() }), AUDIENCE_FAULT],
  ['an empty list of audiences', claimed({ aud: [] }), AUDIENCE_FAULT],
  // Times.
  ['expired', claimed({ exp: now() - 60 }), 'The token has expired. Request a new one.'],
  ['expired for long', claimed({ exp: 1 }), 'The token has expired. Request a new one.'],
  ['no end', claimed({ exp: undefined }), "The token has no claim 'exp'."],
  ['an end that is a text', claimed({ exp: '9999999999' }), must('exp')],
  ['an end that is null', claimed({ exp: null }), must('exp')],
  ['not yet', claimed({ nbf: now() + 3600 }), "The token is not valid yet ('nbf'). Check the clocks."],
  ['a beginning that is a text', claimed({ nbf: 'now' }), must('nbf')],
  [
    'issued in the future',
    claimed({ iat: now() + 3600 }),
    "The token was issued in the future ('iat'). Check the clocks.",
  ],
  ['issued at a text', claimed({ iat: 'now' }), must('iat')],
  // Roles.
  ['roles that are a number', claimed({ roles: 5 }), roles('roles')],
  ['roles that are an object', claimed({ roles: { support: true } }), roles('roles')],
  ['roles that are numbers', claimed({ roles: ['support', 1] }), roles('roles')],
  ['roles in lists', claimed({ roles: [['support']] }), roles('roles')],
  ['roles that are true', claimed({ roles: true }), roles('roles')],
  ['a scope that is a number', shared({ scope: 5 }), roles('scope')],
  [
    'nested roles that are an object',
    ({ filed }) => sign(goodClaims('https://filed.example', { realm_access: { roles: { a: 1 } } }), filed),
    roles('realm_access.roles'),
  ],
];
