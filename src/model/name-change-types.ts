/** The names of the GraphQL types that changes take and give, of the entity whose own type has this name. */
export const nameChangeTypes = (type: string) =>
  ({
    create: `Create${type}Input`,
    update: `Update${type}Input`,
    replace: `Replace${type}Input`,
    changes: `${type}Changes`,
  }) as const;
