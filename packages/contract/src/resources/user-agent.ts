import { dateTime, dict, ref } from '../field.ts'
import { defineResource } from '../resource.ts'

/**
 * 用户代理 (4-api.md §7.21, decision 0800): from `startTime` until `endTime` the agent may decide the steps that ask the
 * user. Both are login names.
 */
export const userAgent = defineResource({
  name: 'userAgent',
  title: '用户代理',
  path: '/sys/sysUserAgent',
  table: 'sys_user_agent',
  permission: 'system:userAgent',
  fields: {
    userName: ref('被代理人', 'user', {
      by: 'username',
      required: true,
      immutable: true,
      help: '不在岗的人员；代理期间仍可自己处理',
    }),
    agentUserName: ref('代理人', 'user', {
      by: 'username',
      required: true,
      help: '须担任相应岗位并持有证件；以本人身份代为审核、批准，记录中写明两人',
    }),
    startTime: dateTime('代理开始时间', { required: true }),
    endTime: dateTime('代理结束时间', { required: true }),
    status: dict('状态', 'valid_status', { initial: '1', look: 'radio' }),
  },
  list: ['userName', 'agentUserName', 'startTime', 'endTime', 'status', 'createBy', 'createTime'],
  search: ['userName', 'agentUserName', 'status'],
  label: 'userName',
  texts: { added: '代理人设置成功！', edited: '代理人设置成功!' },
})
