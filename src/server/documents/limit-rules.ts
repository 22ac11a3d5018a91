import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import { GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';
import type { Limits } from '../../config/config.ts';

/** What went beyond which bound; stands in the extensions of an error that a rule here reports. */
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

/** Armor's rules for documents with our bounds; each reports, none throws. Fragments count as what they stand for. */
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
