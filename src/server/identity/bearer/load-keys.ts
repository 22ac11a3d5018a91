import { readFile } from 'node:fs/promises';
import type { JSONWebKeySet } from 'jose';
import type { IssuerKeys, TokenIssuer } from '../../../config/config.ts';
import { fetchJson } from './fetch-json.ts';

/** The public keys of an issuer, from where the configuration says. @throws Error when they cannot be had */
export async function loadKeys(issuer: string, keys: Exclude<IssuerKeys, { kind: 'secret' }>): Promise<JSONWebKeySet> {
  switch (keys.kind) {
    case 'file':
      return JSON.parse(await readFile(keys.path, 'utf8'));
    case 'url':
      return (await fetchJson(keys.url)) as JSONWebKeySet;
    case 'discovery':
      return (await fetchJson(await discoverKeys(issuer))) as JSONWebKeySet;
  }
}

const discoveryUrl = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

/** Returns the origins to which pages that sign people in send requests: the provider's own, and that of its token endpoint. */
export async function discoverOrigins(issuer: string): Promise<readonly string[]> {
  const { token_endpoint: endpoint } = (await fetchJson(discoveryUrl(issuer))) as Record<string, unknown>;
  const origins = [issuer, endpoint].map((url) => (typeof url === 'string' ? URL.parse(url)?.origin : undefined));
  return [...new Set(origins)].filter((origin) => origin !== undefined && origin !== 'null') as string[];
}

/** Where a provider's keys are. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
async function discoverKeys(issuer: TokenIssuer['issuer']): Promise<string> {
  const url = discoveryUrl(issuer);
  const { issuer: named, jwks_uri: keys } = (await fetchJson(url)) as Record<string, unknown>;
  // A provider of another issuer must not vouch for this one.
  if (named !== issuer) throw new Error(`${url} says that its issuer is "${named}": write it so in the configuration.`);
  const isSafe = typeof keys === 'string' && (/^https:/i.test(keys) || /^http:/i.test(issuer));
  if (!isSafe) throw new Error(`${url} names no keys that come over HTTPS ("jwks_uri").`);
  return keys;
}
