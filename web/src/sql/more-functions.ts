/** Names of the functions in calls-more.ts. */
export const MORE_FUNCTIONS = ['nextval', 'currval', 'lastval', 'setval'] as const;
