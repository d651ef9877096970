import { worksPeople } from './people.ts'

const common = {
  vendor: '示范厂商',
  logCapacity: 500,
  battLow: 20,
  battCrit: 10,
  ticketRequired: 1,
  status: 1,
  maxOpenMin: 15,
  heartbeatSec: 300,
  offlineSec: 1800,
  confirmMaxAge: 10,
}

/** Kinds of locks beside those of 3-domain.md §9.0: each of `lo_lock_form` that a works like this one has. */
export const worksLockTypes = [
  {
    ...common,
    id: 'demo-ty-vlv',
    typeCode: 'VLV-BLE',
    typeName: '阀门锁具（网关在线）',
    lockForm: '05',
    powerType: 1,
    commType: 'BLE',
    purposes: '1',
    sensors: { latch: true, shackle: true, tamper: true },
    openMethods: '01,04',
  },
  {
    ...common,
    id: 'demo-ty-brk',
    typeCode: 'BRK-BLE',
    typeName: '断路器锁具（网关在线）',
    lockForm: '06',
    powerType: 1,
    commType: 'BLE',
    purposes: '1',
    sensors: { latch: true, shackle: true },
    openMethods: '01',
  },
  {
    ...common,
    id: 'demo-ty-door',
    typeCode: 'DOOR-485',
    typeName: '配电室门锁',
    lockForm: '09',
    powerType: 3,
    commType: 'RS485',
    purposes: '2',
    sensors: { latch: true, door: true, tamper: true },
    openMethods: '01,02,04',
  },
  {
    ...common,
    id: 'demo-ty-seal',
    typeCode: 'SEAL-NFC',
    typeName: '电子封（NFC）',
    lockForm: '10',
    powerType: 2,
    commType: 'KEY',
    purposes: '5',
    sensors: { latch: true, shackle: true },
    openMethods: '03',
    heartbeatSec: 0,
    offlineSec: 0,
    confirmMaxAge: 0,
  },
]

/** Gateways by the area they hear; GW1 of §9.0 stands in the compressor house. */
const gateways = [
  { sn: 'GW2', name: '罐区网关', areaId: 'demo-a0102', areaCode: 'A01A02' },
  { sn: 'GW3', name: '裂解炉区网关', areaId: 'demo-a0103', areaCode: 'A01A03' },
  { sn: 'GW4', name: '分离区网关', areaId: 'demo-a0105', areaCode: 'A01A05' },
  { sn: 'GW5', name: '公用工程网关', areaId: 'demo-a0201', areaCode: 'A02A01' },
  { sn: 'GW6', name: '装卸站台网关', areaId: 'demo-a03', areaCode: 'A03' },
] as const

interface WorksLock {
  readonly id: string
  readonly lockCode: string
  readonly lockName: string
  readonly lockTypeId: string
  readonly lockPurpose: number
  readonly deviceSn: string
  readonly areaId: string
  readonly areaCode: string
  readonly keeperId: string
  readonly qrCode: string
  readonly battery?: number
  readonly online: number
  readonly gatewayId?: string
  readonly passiveNo?: number
  readonly mac?: string
  readonly ownerUserId?: string
  readonly holderId?: string
  readonly custody?: number
}

const isolationTypes = ['demo-ty-ble', 'demo-ty-vlv', 'demo-ty-brk'] as const
const isolationNames = ['隔离挂锁', '阀门锁具', '断路器锁具'] as const

/** Between 28 and 100 percent, and one whose battery ends. */
const batteryOf = (n: number): number => (n === 60 ? 8 : 100 - ((n * 37) % 73))

const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const gatewayOf = (n: number) => gateways[n % gateways.length] ?? gateways[0]

const isolation: readonly WorksLock[] = numbered(60).map((n) => {
  const { sn, areaId, areaCode } = gatewayOf(n)
  const code = `LK${100 + n}`
  return {
    id: `demo-${code.toLowerCase()}`,
    lockCode: code,
    lockName: `${isolationNames[n % 3]} ${n} 号`,
    lockTypeId: isolationTypes[n % 3] ?? 'demo-ty-ble',
    lockPurpose: 1,
    deviceSn: code,
    mac: `A4:C1:38:00:01:${n.toString(16).toUpperCase().padStart(2, '0')}`,
    areaId,
    areaCode,
    keeperId: 'u29',
    qrCode: code,
    battery: batteryOf(n),
    online: 0,
    gatewayId: `demo-dev-${sn.toLowerCase()}`,
  }
})

const passive: readonly WorksLock[] = numbered(20).map((n) => {
  const { areaId, areaCode } = gatewayOf(n)
  const code = `LK${200 + n}`
  return {
    id: `demo-${code.toLowerCase()}`,
    lockCode: code,
    lockName: `无源隔离挂锁 ${n} 号`,
    lockTypeId: 'demo-ty-pas',
    lockPurpose: 1,
    deviceSn: code,
    passiveNo: 100_200 + n,
    areaId,
    areaCode,
    keeperId: 'u29',
    qrCode: code,
    online: 9,
  }
})

const doors: readonly WorksLock[] = numbered(12).map((n) => {
  const { sn, areaId, areaCode } = gatewayOf(n)
  const code = `DR${String(n).padStart(2, '0')}`
  return {
    id: `demo-${code.toLowerCase()}`,
    lockCode: code,
    lockName: n % 2 === 0 ? `现场控制柜锁 ${n} 号` : `配电室门锁 ${n} 号`,
    lockTypeId: n % 2 === 0 ? 'demo-ty-cab' : 'demo-ty-door',
    lockPurpose: 2,
    deviceSn: code,
    areaId,
    areaCode,
    keeperId: 'u29',
    qrCode: code,
    custody: 2,
    battery: 100,
    online: 0,
    gatewayId: `demo-dev-${sn.toLowerCase()}`,
  }
})

const boxes: readonly WorksLock[] = numbered(6).map((n) => {
  const { sn, areaId, areaCode } = gatewayOf(n)
  const code = `LB${n + 1}`
  return {
    id: `demo-${code.toLowerCase()}`,
    lockCode: code,
    lockName: `集体锁箱 ${n + 1} 号`,
    lockTypeId: 'demo-ty-box',
    lockPurpose: 3,
    deviceSn: code,
    areaId,
    areaCode,
    keeperId: 'u29',
    qrCode: code,
    battery: 90 - n,
    online: 0,
    gatewayId: `demo-dev-${sn.toLowerCase()}`,
  }
})

/** Whoever works at a place hangs a lock of his own there. */
const owners = worksPeople.filter(({ roles }) => roles.includes('WORK'))
const personal: readonly WorksLock[] = owners.map(({ username, realname }, index) => {
  const { sn, areaId, areaCode } = gatewayOf(index)
  const code = `PL${username.slice(1)}`
  return {
    id: `demo-${code.toLowerCase()}`,
    lockCode: code,
    lockName: `个人锁（${realname}）`,
    lockTypeId: 'demo-ty-ble',
    lockPurpose: 4,
    deviceSn: code,
    areaId,
    areaCode,
    keeperId: 'u29',
    ownerUserId: username,
    holderId: username,
    custody: 1,
    qrCode: code,
    battery: 60 + index,
    online: 0,
    gatewayId: `demo-dev-${sn.toLowerCase()}`,
  }
})

const seals: readonly WorksLock[] = numbered(4).map((n) => ({
  id: `demo-es0${n}`,
  lockCode: `ES0${n}`,
  lockName: `电子封 ${n} 号`,
  lockTypeId: 'demo-ty-seal',
  lockPurpose: 5,
  deviceSn: `ES0${n}`,
  passiveNo: 100_300 + n,
  areaId: 'demo-a03',
  areaCode: 'A03',
  keeperId: 'u29',
  qrCode: `ES0${n}`,
  online: 9,
}))

/** 112 locks beside the eight of §9.0. */
export const worksLocks: readonly WorksLock[] = [
  ...isolation,
  ...passive,
  ...doors,
  ...boxes,
  ...personal,
  ...seals,
]

const snOfGateway = (gatewayId: string): string => gatewayId.slice('demo-dev-'.length).toUpperCase()

/** Gateways, a second smart key, and the radio of every lock. */
export const worksDevices = [
  ...gateways.map(({ sn, name, areaCode }) => ({
    id: `demo-dev-${sn.toLowerCase()}`,
    deviceSn: sn,
    kind: 'GW',
    deviceName: name,
    areaCode,
    connects: true,
  })),
  {
    id: 'demo-dev-k2',
    deviceSn: 'K2',
    kind: 'KEY',
    deviceName: '智能钥匙 2 号',
    areaCode: 'A02A01',
    connects: true,
  },
  ...worksLocks.map(({ deviceSn, lockName, areaCode, gatewayId }) => ({
    id: `demo-dev-${deviceSn.toLowerCase()}`,
    deviceSn,
    kind: 'LOCK',
    deviceName: lockName,
    parentSn: gatewayId === undefined ? 'K2' : snOfGateway(gatewayId),
    areaCode,
    connects: false,
  })),
]
