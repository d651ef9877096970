import type { Resource } from '@suoan/contract'

/** Query key of everything about a resource; a message of the live channel invalidates by it. */
export const resourceKey = (resource: Pick<Resource, 'name'>) => ['resource', resource.name] as const
