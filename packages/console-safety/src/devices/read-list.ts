import type { EnrolledDevice } from '@suoan/contract'

/** What people and dictionaries call a kind of device. */
export const deviceKinds: Readonly<Record<string, EnrolledDevice['kind']>> = {
  锁: 'LOCK',
  网关: 'GW',
  智能钥匙: 'KEY',
  钥匙: 'KEY',
  气体检测仪: 'GAS',
  检测仪: 'GAS',
  摄像: 'CAM',
  定位标签: 'TAG',
  LOCK: 'LOCK',
  GW: 'GW',
  KEY: 'KEY',
  GAS: 'GAS',
  CAM: 'CAM',
  TAG: 'TAG',
}

/** The devices of a pasted list, and what is wrong with it, by line. */
export interface ReadList {
  readonly devices: readonly EnrolledDevice[]
  readonly problems: readonly string[]
}

/** What parts the columns of a line: a comma within a name does not where tabs do, nor a wide one where narrow ones do. */
const separatorOf = (line: string): string => ['\t', ','].find((each) => line.includes(each)) ?? '，'

/** Reads `序列号,类别,名称,上级,区域编码,检定有效期`, a device a line, parted by commas or tabs as a sheet pastes them. */
export function readList(text: string): ReadList {
  const devices: EnrolledDevice[] = []
  const problems: string[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const [deviceSn = '', kind = '', deviceName = '', parentSn = '', areaCode = '', calibValidTo = ''] = line
      .split(separatorOf(line))
      .map((part) => part.trim())
    const known = deviceKinds[kind] ?? deviceKinds[kind.toUpperCase()]
    if (known === undefined) {
      problems.push(`第 ${at + 1} 行：类别“${kind}”不正确，请填写 锁、网关、智能钥匙、气体检测仪`)
      continue
    }
    devices.push({
      deviceSn,
      kind: known,
      deviceName: deviceName || null,
      parentSn: parentSn || null,
      areaCode: areaCode || null,
      calibValidTo: calibValidTo || null,
    })
  }
  if (devices.length === 0 && problems.length === 0) problems.push('请粘贴设备清单，每行一台')
  return { devices, problems }
}
