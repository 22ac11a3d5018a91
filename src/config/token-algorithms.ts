/**
 * Algorithms for public keys and shared secrets must not mix: with a public key as a secret, anyone could sign.
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
