import { area, device, lock, point, type Resource } from '@suoan/contract'

/**
 * What an ordinary edit may not change of a thing while a ticket relies on it: what says whose it is, where it sits, how
 * it is heard, and what was reviewed about it. Names, keepers and notes stay free.
 */
const frozenFields: ReadonlyMap<string, readonly string[]> = new Map([
  [
    lock.name,
    [
      'ownerUserId',
      'pointId',
      'lockPurpose',
      'lockTypeId',
      'deviceSn',
      'mac',
      'passiveNo',
      'gatewayId',
      'areaId',
    ] satisfies (keyof typeof lock.fields)[],
  ],
  // What a place is decides about gas, level and duties of the work there.
  [area.name, ['areaType', 'exZone', 'fireZone'] satisfies (keyof typeof area.fields)[]],
  [device.name, ['kind', 'parentSn', 'authMode'] satisfies (keyof typeof device.fields)[]],
  [
    point.name,
    [
      'equipId',
      'areaId',
      'pointType',
      'energyType',
      'normalPos',
      'safePos',
      'isoMethod',
      'verifyMethods',
      'verifyLimit',
      'reaccumulate',
      'reVerifyMin',
      'lockCount',
    ] satisfies (keyof typeof point.fields)[],
  ],
])

/**
 * The labels of the frozen fields that an edit changes, as they are read (`“类型”、“区域”`); null when it changes none.
 * `draft` holds changed values only, as `beforeEdit` gets them.
 */
export function frozenChange(resource: Resource, draft: Readonly<Record<string, unknown>>): string | null {
  const changed = (frozenFields.get(resource.name) ?? []).filter((name) => draft[name] !== undefined)
  return changed.length === 0
    ? null
    : changed.map((name) => `“${resource.fields[name]?.label ?? name}”`).join('、')
}
