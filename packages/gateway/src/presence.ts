import type { DeviceResultCode, PresenceChange } from '@suoan/contract/device'

type Address = { readonly tenantId: number; readonly sn: string }

export type Presence = {
  /** Notes what a device (or its gateway on its behalf) said about itself. */
  set(address: Address & { readonly parentSn: string | null }, online: boolean, at: number): void
  /** undefined when a message sent now has somebody to receive it. */
  obstacle(address: Address & { readonly parentSn: string | null }): DeviceResultCode | undefined
  /** Is it on line as this carrier says, or by a connection of its own (`parentSn` null)? */
  isOnline(address: Address & { readonly parentSn: string | null }): boolean
  /** How many are on line, each carrier's word by itself. */
  count(): number
}

/**
 * Who is connected, from connections, births and last wills (§5.2). In memory: after a restart everybody connects again.
 * What each carrier says of a device is kept by itself: a key or gateway that a lock is not registered behind cannot hide
 * that its own carrier lost it, nor take it off line.
 */
export function createPresence(onChange: (change: PresenceChange) => void): Presence {
  const known = new Map<string, boolean>()
  const children = new Map<string, Set<string>>()
  const keyOf = ({ tenantId, sn }: Address): string => `${tenantId}/${sn}`
  const wordOf = ({ parentSn, ...address }: Address & { readonly parentSn: string | null }): string =>
    `${keyOf(address)}<${parentSn ?? ''}`

  function set(address: Address & { readonly parentSn: string | null }, online: boolean, at: number): void {
    const { tenantId, sn, parentSn } = address
    const before = known.get(wordOf(address))
    known.set(wordOf(address), online)
    if (parentSn !== null) {
      const parentKey = keyOf({ tenantId, sn: parentSn })
      const siblings = children.get(parentKey)
      if (siblings) siblings.add(sn)
      else children.set(parentKey, new Set([sn]))
    }
    if (before !== online) onChange({ tenantId, sn, parentSn, online, at })
    if (online) return
    // A gateway that is gone takes the locks behind it along.
    for (const child of children.get(keyOf(address)) ?? []) {
      const behind = { tenantId, sn: child, parentSn: sn }
      if (known.get(wordOf(behind))) set(behind, false, at)
    }
  }

  return {
    set,
    obstacle: ({ tenantId, sn, parentSn }) => {
      const isOnline = known.get(wordOf({ tenantId, sn, parentSn }))
      if (parentSn === null) return isOnline ? undefined : 'LO-D3004'
      if (!known.get(wordOf({ tenantId, sn: parentSn, parentSn: null }))) return 'LO-D3001'
      // A child nobody has heard of yet may still be in the gateway's reach; one reported away is not.
      return isOnline === false ? 'LO-D3004' : undefined
    },
    isOnline: (address) => known.get(wordOf(address)) ?? false,
    count: () => [...known.values()].filter(Boolean).length,
  }
}
