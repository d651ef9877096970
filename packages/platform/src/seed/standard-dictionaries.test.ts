import { expect, it } from 'vitest'
import { standardDictionaries } from './standard-dictionaries.ts'

/** 5-screens.md §16, value=text. */
const named: readonly (readonly [string, string])[] = [
  ['sex', '1=男 2=女'],
  ['user_status', '1=正常 2=冻结'],
  ['priority', 'L=低 M=中 H=高'],
  ['msg_type', 'USER=指定用户 ALL=全体用户'],
  ['msg_category', '1=通知公告 2=系统消息'],
  ['send_status', '0=未发布 1=已发布 2=已撤销'],
  ['msgType', '1=文本 2=富文本'],
  ['msgSendStatus', '0=未发送 1=发送成功 2=发送失败'],
  ['log_type', '1=登录日志 2=操作日志 3=拒绝日志'],
  ['operate_type', '1=查询 2=添加 3=修改 4=删除 5=导入 6=导出'],
  ['quartz_status', '0=正常 -1=停止'],
  ['position_rank', '1=员级 2=助级 3=中级 4=副高级 5=正高级'],
  ['org_category', '1=公司 2=部门 3=岗位'],
  ['menu_type', '0=一级菜单 1=子菜单 2=按钮权限'],
  ['perms_type', '1=显示 2=禁用'],
  ['global_perms_type', '1=可见/可访问(授权后可见/可访问) 2=可编辑(未授权时禁用)'],
  ['valid_status', '0=无效 1=有效'],
  ['dict_item_status', '1=启用 0=不启用'],
  ['tenant_status', '1=正常 0=冻结'],
  ['activiti_sync', '1=同步 0=不同步'],
  [
    'rule_conditions',
    '>=大于 <=小于 !==不等于 ==等于 >==大于等于 <==小于等于 LEFT_LIKE=左模糊 LIKE=模糊 RIGHT_LIKE=右模糊 IN=包含',
  ],
  ['database_type', '1=MySQL5.5 4=MYSQL5.7+ 2=Oracle 3=SQLServer 6=postgresql'],
  ['cgform_table_type', '1=单表 2=主表 3=附表'],
  ['ol_form_biz_type', 'demo=官方示例 bpm=流程表单 temp=测试表单 bdfl_include=导入表单'],
  ['yn', '1=是 0=否'],
  ['is_open', 'Y=是 N=否'],
]

it.each(named)('dictionary %s has the values and texts of the standard screens', (code, items) => {
  const known = standardDictionaries.find(([each]) => each === code)?.[3].split(', ') ?? []
  for (const item of items.split(' ')) {
    // The sign itself may be an equals sign: the text begins after the last one.
    const at = item.lastIndexOf('=')
    expect(known).toContain(`${item.slice(0, at)} ${item.slice(at + 1)}`)
  }
})
