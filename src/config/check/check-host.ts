import { compile } from '@fastify/proxy-addr';
import { isHostPattern } from '../../base/host-names.ts';
import type { Problem } from '../../base/problem.ts';
import type { Draft, HostFile, Overrides, RuntimeFile } from '../config-file.ts';
import { defaults } from '../defaults.ts';
import { errorAt } from '../document/problem-at.ts';
import { modeOf } from '../runtime-settings.ts';

const path = ['runtime', 'host'];

const isLoopbackAddress = compile('loopback');

/** Where the service listens, and which proxies it believes. */
export function checkHost({ host = {} }: Draft<RuntimeFile>, overrides: Overrides): Problem[] {
  return [...checkAddress(host, overrides), ...checkPort(overrides), ...checkProxies(host), ...checkAllowedHosts(host)];
}

/** Plain HTTP and development mode stay on this machine, unless the configuration says that they may go beyond. */
function checkAddress(host: Draft<HostFile>, overrides: Overrides): Problem[] {
  const address = overrides.host ?? host.host ?? defaults.host.host;
  if (address === 'localhost' || isLoopbackAddress(address, 0)) return [];
  const isProduction = modeOf(host) === 'production';
  const isEncrypted = 'tls' in host || (host['trusted-proxies'] ?? []).length > 0;
  if (isProduction ? isEncrypted : overrides.exposeDevelopment === true) return [];
  const message = isProduction
    ? 'In production plain HTTP is served to this machine alone; give it a certificate in "tls", or put a proxy that speaks HTTPS in front of it, and name its address in "trusted-proxies" where it is on another machine.'
    : 'In development mode whoever reaches the port chooses roles and sees what failed; listen on this machine alone, or start with --expose-development.';
  return [errorAt([...path, 'host'], message, { found: address, expected: '127.0.0.1 or localhost or ::1' })];
}

function checkPort({ port }: Overrides): Problem[] {
  if (port === undefined || (Number.isInteger(port) && port >= 0 && port <= 65_535)) return [];
  return [
    errorAt([...path, 'port'], 'The port that was given beside the file is none.', {
      found: port,
      expected: 'a whole number from 0 to 65535',
    }),
  ];
}

function checkProxies({ 'trusted-proxies': proxies = [] }: Draft<HostFile>): Problem[] {
  return proxies.flatMap((proxy, index) =>
    proxy === undefined || isSubnet(proxy)
      ? []
      : [
          errorAt([...path, 'trusted-proxies', index], 'This is no address of proxies.', {
            found: proxy,
            expected: 'an address, a subnet such as 10.0.0.0/8, or one of loopback, linklocal and uniquelocal',
          }),
        ],
  );
}

function checkAllowedHosts({ 'allowed-hosts': hosts = [] }: Draft<HostFile>): Problem[] {
  return hosts.flatMap((host, index) =>
    host === undefined || isHostPattern(host)
      ? []
      : [
          errorAt([...path, 'allowed-hosts', index], 'Invalid host name.', {
            found: host,
            expected: 'a name or address without scheme and port, such as dev.example.com, or *.example.com, or *',
          }),
        ],
  );
}

function isSubnet(text: string): boolean {
  try {
    compile(text);
    return true;
  } catch {
    return false;
  }
}
