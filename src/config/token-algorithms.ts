/**
 * The `alg` of tokens, for public keys and for shared secrets. The two never mix: if a public key were taken for a shared secret, everybody
 * could sign.
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
