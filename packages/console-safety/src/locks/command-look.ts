import { labelOf } from '@suoan/domain/dictionaries'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'

const looks: Readonly<Record<number, Omit<Look, 'text'>>> = {
  0: { icon: 'moving', tone: 'processing' },
  1: { icon: 'moving', tone: 'processing' },
  2: { icon: 'moving', tone: 'processing' },
  8: { icon: 'done', tone: 'success' },
  9: { icon: 'reject', tone: 'error' },
  10: { icon: 'unknown', tone: 'warning' },
  11: { icon: 'late', tone: 'default' },
  12: { icon: 'void', tone: 'default' },
}

/** A command's state. After a time-out nobody knows what the lock did: its own report decides (SC19). */
export function commandLook(status: number): Look & { hint: string } {
  const look = looks[status] ?? { icon: 'unknown', tone: 'default' }
  const hints: Readonly<Record<number, string>> = {
    8: '锁已应答，状态以锁的回报为准',
    9: '锁拒绝或执行失败，请到现场查看',
    10: '结果未知，以锁状态为准；请读取锁状态，不要重复开锁',
    11: '指令已过期，没有执行',
    12: '指令已取消',
  }
  return { text: labelOf('lo_cmd_status', status), ...look, hint: hints[status] ?? '等待锁应答…' }
}
