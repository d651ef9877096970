import type { DeviceResultCode, PresenceChange } from '@suoan/contract/device'

type Address = { readonly tenantId: number; readonly sn: string }

type Entry = { readonly parentSn: string | null; readonly online: boolean }

export type Presence = {
  /** Notes what a device (or its gateway on its behalf) said about itself. */
  set(address: Address & { readonly parentSn: string | null }, online: boolean, at: number): void
  /** undefined when a message sent now has somebody to receive it. */
  obstacle(address: Address & { readonly parentSn: string | null }): DeviceResultCode | undefined
  isOnline(address: Address): boolean
}

/** Who is connected, from connections, births and last wills (§5.2). In memory: after a restart everybody connects again. */
export function createPresence(onChange: (change: PresenceChange) => void): Presence {
  const known = new Map<string, Entry>()
  const children = new Map<string, Set<string>>()
  const keyOf = ({ tenantId, sn }: Address): string => `${tenantId}/${sn}`

  function set(address: Address & { readonly parentSn: string | null }, online: boolean, at: number): void {
    const { tenantId, sn, parentSn } = address
    const before = known.get(keyOf(address))
    known.set(keyOf(address), { parentSn, online })
    if (parentSn !== null) {
      const parentKey = keyOf({ tenantId, sn: parentSn })
      const siblings = children.get(parentKey)
      if (siblings) siblings.add(sn)
      else children.set(parentKey, new Set([sn]))
    }
    if (before?.online !== online) onChange({ tenantId, sn, parentSn, online, at })
    if (online) return
    // A gateway that is gone takes the locks behind it along.
    for (const child of children.get(keyOf(address)) ?? []) {
      const entry = known.get(keyOf({ tenantId, sn: child }))
      if (entry?.online && entry.parentSn === sn) set({ tenantId, sn: child, parentSn: sn }, false, at)
    }
  }

  return {
    set,
    obstacle: ({ tenantId, sn, parentSn }) => {
      const entry = known.get(keyOf({ tenantId, sn }))
      if (parentSn === null) return entry?.online ? undefined : 'LO-D3004'
      if (!known.get(keyOf({ tenantId, sn: parentSn }))?.online) return 'LO-D3001'
      // A child nobody has heard of yet may still be in the gateway's reach; one reported away is not.
      return entry?.online === false ? 'LO-D3004' : undefined
    },
    isOnline: (address) => known.get(keyOf(address))?.online ?? false,
  }
}
