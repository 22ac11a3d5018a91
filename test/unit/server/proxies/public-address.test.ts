import { describe, expect, it } from 'vitest';
import { createTrust, findClientAddress, findPublicAddress } from '../../../../src/server/proxies/public-address.ts';

const trusts = createTrust(['10.0.0.0/8', '2001:db8::/32']);

/** Returns the public address of a request to `inner:4000` from this address. */
const find = (headers: Readonly<Record<string, string>>, remoteAddress = '10.0.0.1') =>
  findPublicAddress({ headers: { host: 'inner:4000', ...headers }, socket: { remoteAddress } }, trusts);

const at = (origin: string, prefix = '') => ({ origin, prefix });

describe('headers of a trusted proxy', () => {
  it.each<[Record<string, string>, string]>([
    [{ 'x-forwarded-proto': 'https' }, 'https://inner:4000'],
    [{ 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': 'shop.example' }, 'https://shop.example'],
    [{ 'x-forwarded-host': '[2001:db8::5]:8443' }, 'http://[2001:db8::5]:8443'],
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a', 'x-forwarded-port': '443' }, 'https://a'],
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a', 'x-forwarded-port': '8443' }, 'https://a:8443'],
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a:1', 'x-forwarded-port': '8443' }, 'https://a:1'],
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-port': '8443' }, 'https://inner:4000'],
    [{ forwarded: 'for=192.0.2.1;proto=https;host=shop.example' }, 'https://shop.example'],
    [{ forwarded: 'For="[2001:db8:cafe::17]:4711";Proto=https;Host="shop.example:8443"' }, 'https://shop.example:8443'],
    [{ forwarded: 'for=192.0.2.1', 'x-forwarded-proto': 'https' }, 'https://inner:4000'],
    [{ forwarded: 'proto=https', 'x-forwarded-proto': 'https' }, 'https://inner:4000'],
    [{ forwarded: 'proto', 'x-forwarded-proto': 'https' }, 'https://inner:4000'],
  ])('%j result in %s', (headers, origin) => {
    expect(find(headers)).toEqual(at(origin));
  });

  it('restore a path prefix that the proxy removed', () => {
    expect(find({ 'x-forwarded-prefix': '/shop/v1' })).toEqual(at('http://inner:4000', '/shop/v1'));
    for (const prefix of ['shop', '//evil.example', '/a"b', '/a b', '/']) {
      expect(find({ 'x-forwarded-prefix': prefix })).toEqual(at('http://inner:4000'));
    }
  });
});

describe('chains of proxies', () => {
  const edgeFirst = { forwarded: 'for=192.0.2.1;proto=https;host=shop.example, for=10.0.0.2;proto=http;host=inner' };

  it('are trusted from the nearest proxy up to the first untrusted address', () => {
    expect(find(edgeFirst)).toEqual(at('https://shop.example'));
    const forged = {
      forwarded: 'for=10.0.0.9;proto=http;host=evil.example, for=192.0.2.1;proto=https;host=shop.example',
    };
    expect(find(forged)).toEqual(at('https://shop.example'));
    const long = 'for=1.1.1.1;host=evil.example, for=192.0.2.1;proto=https, for="10.0.0.3:99";host=a, for=10.0.0.2';
    expect(find({ forwarded: long })).toEqual(at('https://a'));
  });

  it('may append to each header, or only set the first value', () => {
    const lists = {
      'x-forwarded-for': '192.0.2.1, 10.0.0.2',
      'x-forwarded-proto': 'https, http',
      'x-forwarded-host': 'shop.example, inner',
    };
    expect(find(lists)).toEqual(at('https://shop.example'));
    expect(find({ ...lists, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example' })).toEqual(
      at('https://shop.example'),
    );
    const forged = {
      'x-forwarded-for': '10.0.0.7, 192.0.2.1',
      'x-forwarded-proto': 'http, https',
      'x-forwarded-host': 'evil.example, shop.example',
    };
    expect(find(forged)).toEqual(at('https://shop.example'));
    expect(find({ 'x-forwarded-proto': 'http, https' })).toEqual(at('https://inner:4000'));
  });
});

it('trusts only the configured proxies', () => {
  const headers = {
    forwarded: 'proto=https;host=evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-prefix': '/evil',
  };
  for (const stranger of ['192.0.2.1', '11.0.0.1', '::1', '2001:db9::1', 'unknown']) {
    expect(find(headers, stranger)).toEqual(at('http://inner:4000'));
  }
  for (const trusted of ['10.255.0.1', '::ffff:10.0.0.1', '2001:db8::9']) {
    expect(find(headers, trusted).origin).toBe('https://evil.example');
  }
  expect(findPublicAddress({ headers, socket: {} }, trusts)).toEqual({ prefix: '' });
});

it.each<[string, Record<string, string>]>([
  ['two headers conflict', { forwarded: 'proto=http', 'x-forwarded-proto': 'https' }],
  ['two headers name different hosts', { forwarded: 'host=a', 'x-forwarded-host': 'b' }],
  ['the scheme is invalid', { 'x-forwarded-proto': 'javascript' }],
  ['the scheme is a JavaScript word', { 'x-forwarded-proto': 'constructor' }],
  ['the host is invalid', { 'x-forwarded-host': 'evil.example/path' }],
  ['the port is invalid', { 'x-forwarded-host': 'a', 'x-forwarded-port': '1@evil.example' }],
  ['the header Host is invalid', { host: 'a b' }],
])('reports no origin if %s', (_what, headers) => {
  expect(find(headers)).toEqual({ prefix: '' });
});

describe('the address of the client', () => {
  it.each<[Record<string, string>, string]>([
    [{}, '10.0.0.1'],
    [{ 'x-forwarded-for': '192.0.2.1' }, '192.0.2.1'],
    [{ 'x-forwarded-for': '1.1.1.1, 192.0.2.1, 10.0.0.2' }, '192.0.2.1'],
    [{ 'x-forwarded-for': '10.0.0.3, 10.0.0.2' }, '10.0.0.3'],
    [{ 'x-forwarded-for': '2001:4860::1' }, '2001:4860::1'],
    [{ 'x-forwarded-for': '2001:4860::1, 2001:db8::7' }, '2001:4860::1'],
    [{ 'x-forwarded-for': '192.0.2.1:4711' }, '192.0.2.1'],
    [{ 'x-forwarded-for': '::ffff:192.0.2.1' }, '192.0.2.1'],
    [{ 'x-forwarded-for': '' }, '10.0.0.1'],
    [{ 'x-forwarded-for': '192.0.2.1, unknown, 10.0.0.2' }, '10.0.0.2'],
    [{ forwarded: 'for=192.0.2.1;proto=https' }, '192.0.2.1'],
    [{ forwarded: 'for="[2001:4860::1]:4711"' }, '2001:4860::1'],
    [{ forwarded: 'for=_hidden' }, '10.0.0.1'],
    [{ forwarded: 'proto=https', 'x-forwarded-for': '192.0.2.1' }, '192.0.2.1'],
    [{ forwarded: 'for=192.0.2.1', 'x-forwarded-for': '192.0.2.1' }, '192.0.2.1'],
    [{ forwarded: 'for=1.1.1.1', 'x-forwarded-for': '192.0.2.1' }, '10.0.0.1'],
  ])('with %j is %s', (headers, address) => {
    expect(findClientAddress({ headers, socket: { remoteAddress: '10.0.0.1' } }, trusts)).toBe(address);
  });

  it('is that of the peer if the peer is no trusted proxy', () => {
    const headers = { 'x-forwarded-for': '1.1.1.1', forwarded: 'for=1.1.1.1' };
    expect(findClientAddress({ headers, socket: { remoteAddress: '::ffff:192.0.2.9' } }, trusts)).toBe('192.0.2.9');
    expect(findClientAddress({ headers, socket: {} }, trusts)).toBeUndefined();
  });
});
