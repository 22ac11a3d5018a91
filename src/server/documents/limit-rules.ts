import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import { GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';
import type { Limits } from '../../config/config.ts';

/** The bound that a document exceeds; stands in the extensions of the errors that these rules report. */
export interface Exceeded {
  readonly limit: 'depth' | 'aliases' | 'directives' | 'cost';
  readonly max: number;
}

const advice: Readonly<Record<Exceeded['limit'], string>> = {
  depth: 'nest fewer levels, or ask in several requests',
  aliases: 'ask for less under other names at a time',
  directives: 'use fewer directives',
  cost: 'ask for fewer fields and smaller pages',
};

/** Armor's rules with our bounds. Each reports, none throws. A fragment counts as the fields that it stands for. */
export function limitRules({ depth, aliases, directives, cost }: Limits): readonly ValidationRule[] {
  const report = (limit: Exceeded['limit'], max: number) => ({
    propagateOnRejection: false,
    onReject: [
      (context: ValidationContext | null) => {
        const message = `The document goes beyond the limit of ${max} for ${limit}: ${advice[limit]}.`;
        context?.reportError(new GraphQLError(message, { extensions: { limit, max } satisfies Exceeded }));
      },
    ],
  });
  return [
    maxDepthRule({ n: depth, flattenFragments: true, ...report('depth', depth) }),
    maxAliasesRule({ n: aliases, ...report('aliases', aliases) }),
    maxDirectivesRule({ n: directives, ...report('directives', directives) }),
    costLimitRule({ maxCost: cost, flattenFragments: true, ...report('cost', cost) }),
  ];
}
