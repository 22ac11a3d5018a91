/**
 * Token algorithms (`alg`) for public keys and shared secrets. They must not mix: if a public key were used as a shared
 * secret, anyone could sign.
 * https://www.rfc-editor.org/rfc/rfc8725#section-2.1
 */
export const SIGNATURE_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

export const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512'] as const;
