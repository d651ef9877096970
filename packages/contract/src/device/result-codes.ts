/** What a device or its gateway answers, with the words shown to people (3-domain.md §5.7). */
const deviceResultCodes = {
  '0': '成功',
  'LO-D1001': '报文格式错误',
  'LO-D1002': '签名/鉴权失败',
  'LO-D1003': '指令过期',
  'LO-D1004': '重复指令',
  'LO-D2001': '无授权',
  'LO-D2002': '授权未生效/已过期',
  'LO-D2003': '次数用尽',
  'LO-D2004': '阶段不符',
  'LO-D2005': '时钟不可信',
  'LO-D2006': '已被撤销',
  'LO-D2007': '电量过低',
  'LO-D2008': '机械卡滞',
  'LO-D2009': '设备冻结',
  'LO-D2010': '需第二人验证',
  'LO-D2011': '锁忙',
  'LO-D3001': '网关离线',
  'LO-D3002': '网关忙',
  'LO-D3003': '附近无可用网关',
  'LO-D3004': '锁离线',
  'LO-D4001': '固件校验失败',
  'LO-D4002': '存储已满',
} as const

export type DeviceResultCode = keyof typeof deviceResultCodes

/** The Chinese text of a device's result code; an unknown one is shown as it came. */
export function deviceResultText(code: string): string {
  return Object.hasOwn(deviceResultCodes, code)
    ? deviceResultCodes[code as DeviceResultCode] // the line above proved the key
    : `设备返回代码 ${code}`
}
