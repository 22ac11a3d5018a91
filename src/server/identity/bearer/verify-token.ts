import { decodeJwt, decodeProtectedHeader, errors, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import { Refusal } from '../../../base/errors.ts';
import { parseJson } from '../../../base/json.ts';
import type { TokenIssuer } from '../../../config/config.ts';
import type { Principal, Written } from '../principal.ts';
import { invalidToken } from './invalid-token.ts';
import { readRoles } from './read-roles.ts';

/** An issuer and its keys. */
export interface Prover {
  readonly issuer: TokenIssuer;
  readonly findKey: JWTVerifyGetKey;
}

/** The principal of a verified token. */
export interface Verified extends Principal {
  /** When the token ends, in milliseconds since 1970; `clock-skew` is added. */
  readonly expires: number;
}

const NO_TOKEN = 'The token is no JSON Web Token that is signed.';

/**
 * Returns whether a part is the one encoding of its bytes: base64url without padding and with unused bits of zero. jose decodes others, too.
 * https://www.rfc-editor.org/rfc/rfc7515#section-2
 */
const isBase64Url = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;

/** Tokens made for another purpose have another `typ`. https://www.rfc-editor.org/rfc/rfc8725#section-3.11 */
const TYPES = ['jwt', 'at+jwt', 'application/jwt', 'application/at+jwt'];

/**
 * Holds a token against its issuer: signature, algorithm, `typ`, `iss`, `aud`, `exp`, `nbf`, `iat`, and the roles in it.
 * https://www.rfc-editor.org/rfc/rfc8725
 * @param provers by the name of the issuer
 * @throws Refusal Unauthenticated that says what is wrong; Unavailable while the issuer's keys cannot be had
 */
export async function verifyToken(token: string, provers: ReadonlyMap<string, Prover>): Promise<Verified> {
  try {
    return await verify(token, provers);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalidToken(describe(error), 'invalid_token', error);
  }
}

async function verify(token: string, provers: ReadonlyMap<string, Prover>): Promise<Verified> {
  if (!token.split('.').every(isBase64Url)) throw invalidToken(NO_TOKEN);
  const { typ = 'JWT' } = decodeProtectedHeader(token);
  if (typeof typ !== 'string' || !TYPES.includes(typ.toLowerCase())) {
    throw invalidToken('The token is of a type ("typ") that is not taken here.');
  }
  const prover = provers.get(decodeJwt(token).iss ?? '');
  if (prover === undefined) throw invalidToken('The token is not of an issuer ("iss") that is believed here.');
  const { issuer, findKey } = prover;
  const { exp = 0, iat } = await proveToken(token, findKey, {
    issuer: issuer.issuer,
    audience: [...issuer.audiences],
    algorithms: [...issuer.algorithms],
    clockTolerance: issuer.clockSkew,
    requiredClaims: ['exp'],
  });
  if (iat !== undefined && iat > Date.now() / 1000 + issuer.clockSkew) {
    throw invalidToken('The token was issued in the future ("iat"): compare the clocks.');
  }
  const claims = readClaims(token);
  return { claims, roles: rolesOf(claims, issuer.roleClaim), expires: (exp + issuer.clockSkew) * 1000 };
}

/** Verifies a signature. A token that names no key is held against each key that it could mean. */
async function proveToken(token: string, findKey: JWTVerifyGetKey, options: JWTVerifyOptions) {
  try {
    return (await jwtVerify(token, findKey, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (cause) {
        if (!(cause instanceof errors.JWSSignatureVerificationFailed)) throw cause;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** The claims, read once more: jose rounds numbers of many digits. */
function readClaims(token: string): Written {
  const [, payload = ''] = token.split('.');
  return parseJson(Buffer.from(payload, 'base64url').toString('utf8')) as Written;
}

function rolesOf(claims: Written, path: string): readonly string[] {
  try {
    return readRoles(claims, path);
  } catch (cause) {
    throw invalidToken((cause as Error).message, 'invalid_token', cause);
  }
}

/** A mistake of a token, in words that repeat nothing of the token. */
function describe(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired: get a new one.';
  if (error instanceof errors.JWTClaimValidationFailed) return describeClaim(error);
  if (error instanceof errors.JOSEAlgNotAllowed)
    return 'The token is signed by an algorithm ("alg") that is not allowed.';
  if (error instanceof errors.JWKSNoMatchingKey)
    return 'The token is signed by a key ("kid") that its issuer does not have.';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'The signature of the token does not fit.';
  if (error instanceof errors.JOSENotSupported) return 'The token asks for something ("crit") that is not known here.';
  return NO_TOKEN;
}

function describeClaim({ claim, reason }: errors.JWTClaimValidationFailed): string {
  if (reason === 'missing') return `The token has no "${claim}".`;
  if (claim === 'aud') return 'The token is for another audience ("aud").';
  if (claim === 'nbf' && reason === 'check_failed') return 'The token is not valid yet ("nbf"): compare the clocks.';
  return `The claim "${claim}" of the token is not what it must be.`;
}
