/** Query key of one's own agencies. */
export const ownAgentsKey = ['account', 'agents']
