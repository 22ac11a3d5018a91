import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getEnterLeaveForKind,
  getOperationAST,
  Kind,
  KnownTypeNamesRule,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  SingleFieldSubscriptionsRule,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { ApiError, type ErrorCode } from '../../base/errors.ts';
import { truncateMiddle } from '../../base/truncate-middle.ts';
import type { Limits } from '../../config/config.ts';
import { withSuggestions } from '../../operation/suggest-names.ts';

export interface Documents {
  /** @throws ApiError BadRequest with the location of a syntax error, LimitExceeded beyond the token limit */
  parse(text: string): DocumentNode;
  validate(document: DocumentNode): readonly ApiError[];
}

export interface DocumentOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  /** True if errors suggest names. Defaults to `introspection`, because suggestions reveal names. */
  readonly suggest?: boolean;
  /** End of the error message for a subscription, if the schema has no subscriptions. */
  readonly subscriptionAdvice?: string;
  /** Approximate maximum memory of all parsed documents. */
  readonly cacheBytes: number;
  readonly limits: Limits;
}

/** Bytes of a parsed document. Measured: 90 per character on average, 165 for the densest text. */
const BYTES_PER_CHARACTER = 165;

export function createDocuments({
  schema,
  introspection,
  suggest = introspection,
  subscriptionAdvice = '',
  cacheBytes,
  limits,
}: DocumentOptions): Documents {
  const parsed = new LRUCache<string, DocumentNode>({
    maxSize: cacheBytes,
    maxEntrySize: Math.ceil(cacheBytes / 16),
    sizeCalculation: (_document, text) => 1 + text.length * BYTES_PER_CHARACTER,
  });
  const results = new WeakMap<DocumentNode, readonly ApiError[]>();
  const bounds = limitRules(limits);
  const rules: readonly ValidationRule[] = [
    ...specifiedRules.map((rule) => replacedRules.get(rule) ?? rule),
    knownOperationsRule(subscriptionAdvice),
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];

  return {
    parse(text) {
      const cached = parsed.get(text);
      if (cached !== undefined) return cached;
      const document = parseDocument(text, limits.tokens);
      parsed.set(text, document);
      return document;
    },
    validate(document) {
      const cached = results.get(document);
      if (cached !== undefined) return cached;
      const options = { hideSuggestions: !suggest };
      // Check the limits first, because all other rules are expensive for a document that exceeds a limit.
      const beyond = validate(schema, document, bounds, options);
      const errors = beyond.length > 0 ? beyond : validate(schema, document, rules, options);
      const apiErrors = errors.map((error) => rejectInvalid(error, { schema, suggest }));
      results.set(document, apiErrors);
      return apiErrors;
    },
  };
}

function parseDocument(text: string, maxTokens: number): DocumentNode {
  try {
    return parse(text, { maxTokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (error.message.includes('Parsing aborted')) {
      const message = `The document exceeds the maximum of ${maxTokens} tokens. Select fewer fields, or pass values as variables.`;
      throw new ApiError('LimitExceeded', message, { details: { limit: 'tokens', max: maxTokens } });
    }
    const message = `${truncateMiddle(error.message)}${adviseOnSyntax(error, text)}`;
    throw new ApiError('BadRequest', message, { details: { locations: error.locations } });
  }
}

function adviseOnSyntax({ message, positions: [at = 0] = [] }: GraphQLError, text: string): string {
  if (message === 'Syntax Error: Unexpected <EOF>.') {
    return ' The document is empty. Add an operation, such as "{ __typename }".';
  }
  const isEmptySelection = message === 'Syntax Error: Expected Name, found "}".' && /\{[\s,]*$/.test(text.slice(0, at));
  return isEmptySelection ? ' The selection is empty. Add a field, as in "{ __typename }".' : '';
}

export type ParsedDocument =
  | { readonly document: DocumentNode }
  /** `invalidDocument` is absent after a syntax error. */
  | { readonly apiErrors: readonly ApiError[]; readonly invalidDocument?: DocumentNode };

/** Parses and validates a document. */
export function readDocument(documents: Documents, query: string): ParsedDocument {
  try {
    const document = documents.parse(query);
    const apiErrors = documents.validate(document);
    return apiErrors.length > 0 ? { apiErrors, invalidDocument: document } : { document };
  } catch (error) {
    if (error instanceof ApiError) return { apiErrors: [error] };
    throw error;
  }
}

/** Rejects operations without a root type. graphql-js checks that only during execution. */
const knownOperationsRule =
  (subscriptionAdvice: string): ValidationRule =>
  (context) => ({
    OperationDefinition(node) {
      const { operation } = node;
      if (context.getSchema().getRootType(operation)) return;
      const advice = operation === OperationTypeNode.SUBSCRIPTION ? subscriptionAdvice : '';
      context.reportError(new GraphQLError(`The schema has no ${operation} operations.${advice}`, { nodes: node }));
    },
  });

/** Reports an error where the graphql-js rule would throw: if a directive of a root field has a variable. */
const singleFieldRule: ValidationRule = (context) => {
  const rule = SingleFieldSubscriptionsRule(context);
  return {
    OperationDefinition(...visited) {
      try {
        getEnterLeaveForKind(rule, Kind.OPERATION_DEFINITION).enter?.(...visited);
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        const message =
          'The root field of a subscription cannot have "@include" or "@skip" with a variable. Remove the directive.';
        context.reportError(new GraphQLError(message, { nodes: visited[0] }));
      }
    },
  };
};

/** Runs the graphql-js rule only for unknown types, because that rule first lists every type of the schema. */
const knownTypeNamesRule: ValidationRule = (context) => {
  let rule: ASTVisitor | undefined;
  return {
    NamedType(...visited) {
      const [{ name }] = visited;
      if (context.getSchema().getType(name.value)) return;
      rule ??= KnownTypeNamesRule(context);
      getEnterLeaveForKind(rule, Kind.NAMED_TYPE).enter?.(...visited);
    },
  };
};

const replacedRules: ReadonlyMap<ValidationRule, ValidationRule> = new Map([
  [KnownTypeNamesRule, knownTypeNamesRule],
  [SingleFieldSubscriptionsRule, singleFieldRule],
]);

/** Reported in the `extensions` of an error. */
interface ExceededLimit {
  readonly limit: 'depth' | 'aliases' | 'directives' | 'cost';
  readonly max: number;
}

const advice: Readonly<Record<ExceededLimit['limit'], string>> = {
  depth: 'Nest fewer levels, or send several requests',
  aliases: 'Use fewer aliases, or send several requests',
  directives: 'Use fewer directives',
  cost: 'Select fewer fields, or request smaller pages',
};

/** Returns Armor's rules. They report errors instead of throwing. Each use of a fragment counts as its fields. */
function limitRules({ depth, aliases, directives, cost }: Limits): readonly ValidationRule[] {
  const report = (limit: ExceededLimit['limit'], max: number) => ({
    propagateOnRejection: false,
    onReject: [
      (context: ValidationContext | null) => {
        const message = `The document exceeds the limit of ${max} for ${limit}. ${advice[limit]}.`;
        context?.reportError(new GraphQLError(message, { extensions: { limit, max } satisfies ExceededLimit }));
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

const UNKNOWN_FIELD = /^Cannot query field "[^"]*" on type "([^"]*)"/;
const UNKNOWN_INPUT_FIELD = /^Field "[^"]*" is not defined by type /;

/** Message of graphql-js if fields with the same name require too many comparisons. */
const ABORTED = 'Validation aborted.';

/** Message and limit of the graphql-js rule for nested introspection lists. */
const TOO_DEEP = 'Maximum introspection depth exceeded';
const INTROSPECTION_LISTS = 2;

function rejectInvalid(
  { message, locations, extensions }: GraphQLError,
  { schema, suggest }: { readonly schema: GraphQLSchema; readonly suggest: boolean },
): ApiError {
  if ('limit' in extensions) return new ApiError('LimitExceeded', message, { details: extensions });
  if (message === ABORTED) {
    return new ApiError(
      'LimitExceeded',
      'The document repeats fields too often to be validated. Select each field once.',
    );
  }
  if (message === TOO_DEEP) {
    const text = `Introspection exceeds the maximum of ${INTROSPECTION_LISTS} nested lists, such as "fields". Query single types with "__type".`;
    return new ApiError('LimitExceeded', text, {
      details: { limit: 'introspection', max: INTROSPECTION_LISTS, locations },
    });
  }
  const described = withSuggestions(message, schema, !suggest);
  return new ApiError(codeOf(message, schema), truncateMiddle(described), { details: { locations } });
}

/** graphql-js identifies a validation error only by its message. */
function codeOf(message: string, schema: GraphQLSchema): ErrorCode {
  const parent = UNKNOWN_FIELD.exec(message)?.[1];
  if (parent !== undefined) {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    return roots.some((root) => root?.name === parent) ? 'EntityNotFound' : 'InvalidField';
  }
  return UNKNOWN_INPUT_FIELD.test(message) ? 'InvalidField' : 'BadRequest';
}

const MAX_DESCRIPTION = 200;

/**
 * Returns the type, name, and root fields of an operation, without values: `query Orders { customers orders }`. Returns
 * undefined if the document has no such operation.
 */
export function describeOperation(document: DocumentNode, operationName: string | undefined): string | undefined {
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const names = rootFields(document, operation.selectionSet);
  const name = operation.name === undefined ? '' : ` ${operation.name.value}`;
  const text = `${operation.operation}${name} { ${names.join(' ')} }`;
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 1)}…` : text;
}

/** More fields would exceed the maximum length. */
const MAX_FIELDS = MAX_DESCRIPTION / 2;

/** Returns the root fields, including those of fragments. Fragments of an invalid document may be missing or cyclic. */
function rootFields({ definitions }: DocumentNode, selectionSet: SelectionSetNode): readonly string[] {
  const names = new Set<string>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (names.size > MAX_FIELDS) return;
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = definitions.find(
          (definition) =>
            definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
        );
        if (fragment?.kind === Kind.FRAGMENT_DEFINITION) collect(fragment.selectionSet);
      }
    }
  };
  collect(selectionSet);
  return [...names];
}
