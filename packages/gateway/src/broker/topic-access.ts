import { parseUpTopic } from '@suoan/contract/device'
import type { DeviceIdentity } from '@suoan/contract/device'

/** True when an MQTT subscription filter covers a topic. */
export function filterCovers(filter: string, topic: string): boolean {
  const wanted = filter.split('/')
  const parts = topic.split('/')
  for (const [index, segment] of wanted.entries()) {
    if (segment === '#') return true
    if (index >= parts.length || (segment !== '+' && segment !== parts[index])) return false
  }
  return wanted.length === parts.length
}

/** True when everything `filter` can match is also matched by `allowed`. */
export function filterWithin(filter: string, allowed: string): boolean {
  const asked = filter.split('/')
  for (const [index, limit] of allowed.split('/').entries()) {
    if (limit === '#') return index < asked.length
    const segment = asked[index]
    if (segment === undefined || segment === '#') return false
    if (limit !== '+' && segment !== limit) return false
  }
  return asked.length === allowed.split('/').length
}

/**
 * May this device publish here? Only below its own `up/`, and as a gateway for its own children. An own topic that
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

/** May this device listen here? Only below its own `down/` and, as a gateway, its children's. No shared subscriptions. */
export function maySubscribe(device: DeviceIdentity, filter: string): boolean {
  const own = `lo/v1/${device.tenantId}/${device.sn}`
  if (filterWithin(filter, `${own}/down/#`)) return true
  const isGateway = device.children === 'any' || device.children.length > 0
  return isGateway && filterWithin(filter, `${own}/child/+/down/#`)
}
