import type { Config } from '../../src/config/config.ts';

/** Returns the configuration with a role that creates categories, and reads those named "Seen" only. */
export const withRegistrar = (config: Config): Config => ({
  ...config,
  entities: config.entities.map((entity) =>
    entity.name === 'Category' ? { ...entity, permissions: [...entity.permissions, registrar(entity)] } : entity,
  ),
});

function registrar({ permissions }: Config['entities'][number]): Config['entities'][number]['permissions'][number] {
  const [reader] = permissions;
  const [read] = reader?.actions ?? [];
  if (read?.action !== 'read') throw new Error('The first permission of Category does not allow reads.');
  return {
    role: 'registrar',
    actions: [
      { ...read, action: 'create' },
      { ...read, policy: "@item.name eq 'Seen'" },
    ],
  };
}
