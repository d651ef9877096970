import { parseUpTopic } from '@suoan/contract/device'
import type { DeviceIdentity } from '@suoan/contract/device'

/** True when a subscription filter covers a topic (MQTT 5 §4.7). */
export function filterCovers(filter: string, topic: string): boolean {
  const wanted = filter.split('/')
  const parts = topic.split('/')
  for (const [index, segment] of wanted.entries()) {
    if (segment === '#') return true
    if (index >= parts.length || (segment !== '+' && segment !== parts[index])) return false
  }
  return wanted.length === parts.length
}

/**
 * May this device publish here (§5.3: access to its own subtree)? Only below its own `up/`, and as a gateway for its own children. An own topic that
 * means nothing (`up/novelty`) is let through: it is set aside with a count instead of costing the connection.
 */
export function mayPublish(device: DeviceIdentity, topic: string): boolean {
  const own = `lo/v1/${device.tenantId}/${device.sn}/`
  if (!topic.startsWith(own)) return false
  const parsed = parseUpTopic(topic)
  if (!parsed) return topic.startsWith(`${own}up/`)
  return parsed.parentSn === null || device.children === 'any' || device.children.includes(parsed.sn)
}

/** Is this a gateway that speaks for a lock registered elsewhere? The lock may have been carried away. */
export function isStray(device: DeviceIdentity, topic: string): boolean {
  const isGateway = device.children !== 'any' && device.children.length > 0
  const parsed = isGateway ? parseUpTopic(topic) : null
  return parsed?.tenantId === device.tenantId && parsed.parentSn === device.sn
}

/**
 * May this device listen here (§5.3: access to its own subtree)? Only below its own `down/` and, as a gateway, its
 * children's. No shared subscriptions.
 */
export function maySubscribe(device: DeviceIdentity, filter: string): boolean {
  const own = `lo/v1/${device.tenantId}/${device.sn}/`
  if (!filter.startsWith(own)) return false
  const isGateway = device.children === 'any' || device.children.length > 0
  const below = filter.slice(own.length)
  return below.startsWith('down/') || (isGateway && /^child\/[^/#]+\/down\//.test(below))
}
