import { settingsFor } from '../../src/config/compatibility.ts';
import type { Config } from '../../src/config/config.ts';

/** Converts a configuration to the style of Data API builder. */
export function withDabStyle(config: Config): Config {
  const { graphql, rest, pagination, limits, textEquality, ...others } = settingsFor('dab');
  const { runtime, dataSource } = config;
  return {
    ...config,
    dataSource: dataSource.databaseType === 'postgresql' ? dataSource : { ...dataSource, textEquality },
    runtime: {
      ...runtime,
      graphql: { ...runtime.graphql, ...graphql },
      rest: { ...runtime.rest, ...rest },
      pagination: { ...runtime.pagination, ...pagination },
      limits: { ...runtime.limits, ...limits },
      ...others,
    },
  };
}
