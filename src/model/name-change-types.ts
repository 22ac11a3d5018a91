/** What the GraphQL types are called that changes of an entity take and give, whose own type has this name. */
export const nameChangeTypes = (type: string) =>
  ({
    create: `Create${type}Input`,
    update: `Update${type}Input`,
    replace: `Replace${type}Input`,
    changes: `${type}Changes`,
  }) as const;
