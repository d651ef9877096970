import { dict, dictNumber, longText } from '../field.ts'
import { defineResource } from '../resource.ts'

/**
 * 开锁通道 (3-domain.md §5.8, the column “switch”): ways to open that this tenant does not use. A leg without a row is on;
 * the dictionary names only those that may be off, for the others protect people.
 */
export const legSwitch = defineResource({
  name: 'legSwitch',
  title: '开锁通道',
  path: '/lolegswitch/loLegSwitch',
  table: 'lo_leg_switch',
  permission: 'lo:legSwitch',
  fields: {
    leg: dict('通道', 'lo_interlock_leg', {
      required: true,
      unique: true,
      immutable: true,
      help: '未列出的通道一律启用；作业、收尾、个人锁、应急与救援通道不能停用',
    }),
    status: dictNumber('状态', 'lo_enabled', { required: true, initial: 1 }),
    reason: longText('原因', { required: true, max: 200, help: '例如“隔离由单独的操作票执行”' }),
  },
  list: ['leg', 'status', 'reason', 'updateBy', 'updateTime'],
  search: ['leg', 'status'],
  label: 'leg',
})
