import { parseArgs } from 'node:util'
import { isDeviceSn } from '@suoan/contract/device'
import { faultNames, readFaults, type FaultName } from './faults.ts'

export type Arguments = {
  readonly url: string
  readonly tenantId: number
  /** `demo`, or serial numbers of plain locks. */
  readonly devices: 'demo' | readonly string[]
  readonly secret: string
  readonly seed: number
  readonly faults: readonly FaultName[]
  /** Events per second; 0 plays the devices instead of making load. */
  readonly rate: number
  /** How long, seconds; 0 = until told to stop. */
  readonly seconds: number
  readonly connections: number
  readonly locks: number
  /** Port of the control page; 0 = none. */
  readonly control: number
  readonly closeAfterMs: number
  readonly telemetryMs: number
}

export const usage = `锁具模拟器：以真实 MQTT 客户端扮演网关、有源锁、无源锁与智能钥匙

  --url mqtt://127.0.0.1:1883   消息服务器地址
  --tenant 0                    租户编号
  --devices demo                demo，或用逗号分隔的锁具序列号
  --secret <模板>               设备密码，其中 {sn} 换成序列号；也可用环境变量 DEVICE_SECRET
  --seed 7                      随机种子，相同种子得到相同过程
  --faults ${faultNames.join(',')}
  --control 18850               在 127.0.0.1 打开手动操作页面
  --close-after 0               开锁后自动关锁的毫秒数，0 为不自动
  --telemetry 300000            遥测间隔毫秒数，0 为不上报
  --seconds 0                   运行秒数，0 为直到 Ctrl-C
压力模式：
  --rate 2000                   每秒事件数
  --connections 8               网关连接数（LOADGW1…）
  --locks 1000                  锁具数（LOADLK1…）
`

/** Reads the command line; a string says in Chinese what is wrong with it. */
export function readArguments(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Arguments | string {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    options: {
      url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      tenant: { type: 'string', default: '0' },
      devices: { type: 'string', default: 'demo' },
      secret: { type: 'string', default: environment['DEVICE_SECRET'] ?? 'secret-{sn}' },
      seed: { type: 'string', default: '1' },
      faults: { type: 'string', default: '' },
      control: { type: 'string', default: '0' },
      'close-after': { type: 'string', default: '0' },
      telemetry: { type: 'string', default: '300000' },
      seconds: { type: 'string', default: '0' },
      rate: { type: 'string', default: '0' },
      connections: { type: 'string', default: '8' },
      locks: { type: 'string', default: '1000' },
    },
  })
  const numbers = new Map<string, number>()
  for (const name of [
    'tenant',
    'seed',
    'control',
    'close-after',
    'telemetry',
    'seconds',
    'rate',
    'connections',
    'locks',
  ]) {
    const number = Number(values[name])
    if (!Number.isInteger(number) || number < 0)
      return `--${name} 应为不小于 0 的整数，现在是“${String(values[name])}”`
    numbers.set(name, number)
  }
  const numberOf = (name: string): number => numbers.get(name) ?? 0
  const textOf = (name: string): string => String(values[name])
  const faults = readFaults(textOf('faults'))
  if ('unknown' in faults) return `没有名为“${faults.unknown}”的故障；可用：${faultNames.join(',')}`
  const devices = textOf('devices')
  const sns = devices.split(',')
  const wrong = sns.find((sn) => !isDeviceSn(sn))
  if (wrong !== undefined) return `“${wrong}”不是序列号：应为 1 至 64 个字母、数字或 _ . -`
  if (numberOf('rate') > 0 && numberOf('seconds') === 0) return '压力模式请用 --seconds 给出时长'
  if (numberOf('rate') > 0 && (numberOf('connections') === 0 || numberOf('locks') === 0)) {
    return '压力模式的 --connections 与 --locks 至少为 1'
  }
  return {
    url: textOf('url'),
    tenantId: numberOf('tenant'),
    devices: devices === 'demo' ? 'demo' : sns,
    secret: textOf('secret'),
    seed: numberOf('seed'),
    faults,
    rate: numberOf('rate'),
    seconds: numberOf('seconds'),
    connections: numberOf('connections'),
    locks: numberOf('locks'),
    control: numberOf('control'),
    closeAfterMs: numberOf('close-after'),
    telemetryMs: numberOf('telemetry'),
  }
}
