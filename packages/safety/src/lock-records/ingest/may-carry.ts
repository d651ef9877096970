interface Registered {
  /** The device it is registered behind; null = it has a connection of its own. */
  readonly parentSn: string | null
  /** A passive lock: any key reads it. */
  readonly isPassive: boolean
}

/**
 * May this carrier speak for the device, also about its being there (§5.3)? A gateway speaks for the locks registered
 * behind it, a key for passive locks; nobody else for somebody else. A device speaks for itself (`carrier` null).
 */
export const mayCarry = (carrier: string | null, { parentSn, isPassive }: Registered): boolean =>
  carrier === null || carrier === parentSn || isPassive
