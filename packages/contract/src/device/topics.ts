/** What a device says, by topic suffix below `up/` (3-domain.md §5.2). */
const upSuffixes = ['birth', 'status', 'state', 'telemetry', 'event', 'gas', 'ack', 'req'] as const
export type UpSuffix = (typeof upSuffixes)[number]

/** What the platform says, by topic suffix below `down/` (3-domain.md §5.2). */
const downSuffixes = ['cmd', 'grant', 'cfg', 'ota', 'resp'] as const
export type DownSuffix = (typeof downSuffixes)[number]

/** Where a device lives on the bus: directly, or behind the gateway `parentSn`. */
export type DeviceAddress = {
  readonly tenantId: number
  readonly sn: string
  readonly parentSn?: string | null | undefined
}

export type UpTopic = {
  readonly tenantId: number
  readonly sn: string
  readonly parentSn: string | null
  readonly suffix: UpSuffix
}

/** Topics every consumer of the platform reads, without the `$share/<group>/` prefix. */
export const ingestFilters = ['lo/v1/+/+/up/#', 'lo/v1/+/+/child/+/up/#'] as const

const SN = '[A-Za-z0-9][A-Za-z0-9_.-]{0,63}'
const snPattern = new RegExp(`^${SN}$`)
const upPattern = new RegExp(
  `^lo/v1/(0|[1-9]\\d{0,8})/(${SN})/(?:child/(${SN})/)?up/(${upSuffixes.join('|')})$`,
)

/** True for a serial number that can stand in a topic: 1..64 letters, digits, `_`, `.`, `-`. */
export const isDeviceSn = (text: string): boolean => snPattern.test(text)

/** `lo/v1/{tenant}/{sn}` or, behind a gateway, `lo/v1/{tenant}/{gateway}/child/{sn}`. */
function deviceRoot({ tenantId, sn, parentSn }: DeviceAddress): string {
  return parentSn ? `lo/v1/${tenantId}/${parentSn}/child/${sn}` : `lo/v1/${tenantId}/${sn}`
}

/** The topic a device publishes on. */
export const upTopic = (address: DeviceAddress, suffix: UpSuffix): string =>
  `${deviceRoot(address)}/up/${suffix}`

/** The topic a device listens on. */
export const downTopic = (address: DeviceAddress, suffix: DownSuffix): string =>
  `${deviceRoot(address)}/down/${suffix}`

/** Takes an upward topic apart; undefined when it is none of ours. */
export function parseUpTopic(topic: string): UpTopic | undefined {
  const match = upPattern.exec(topic)
  if (!match) return undefined
  const [, tenant, first, child, suffix] = match
  const known = upSuffixes.find((one) => one === suffix)
  if (first === undefined || known === undefined) return undefined
  return {
    tenantId: Number(tenant),
    sn: child ?? first,
    parentSn: child === undefined ? null : first,
    suffix: known,
  }
}
