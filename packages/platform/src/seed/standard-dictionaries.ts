import { chatChannels, messageChannels, messageEvents } from '@suoan/contract'

/** Dictionaries of the standard client (4-api.md §14.1): code, title, type (1 = numbers), items `value text`. */
export const standardDictionaries: readonly (readonly [string, string, 0 | 1, string])[] = [
  ['sex', '性别', 1, '1 男, 2 女'],
  ['user_status', '用户状态', 1, '1 正常, 2 冻结'],
  ['status', '状态', 0, '1 正常, 2 冻结'],
  ['del_flag', '删除状态', 0, '0 正常, 1 已删除'],
  ['yn', '是否', 0, '1 是, 0 否'],
  ['is_open', '开关', 0, 'Y 是, N 否'],
  ['valid_status', '有效无效状态', 0, '0 无效, 1 有效'],
  ['dict_item_status', '字典项状态', 1, '1 启用, 0 不启用'],
  ['depart_status', '部门状态', 0, '1 启用, 0 不启用'],
  ['org_category', '机构类型', 0, '1 公司, 2 部门, 3 岗位'],
  ['position_rank', '职务职级', 0, '1 员级, 2 助级, 3 中级, 4 副高级, 5 正高级'],
  ['menu_type', '菜单类型', 1, '0 一级菜单, 1 子菜单, 2 按钮权限'],
  ['perms_type', '权限策略', 0, '1 显示, 2 禁用'],
  ['global_perms_type', '全局权限策略', 0, '1 可见/可访问(授权后可见/可访问), 2 可编辑(未授权时禁用)'],
  ['form_perms_type', '表单权限策略', 0, '1 可见(未授权不可见), 2 可编辑(未授权禁用)'],
  [
    'rule_conditions',
    '规则条件',
    0,
    '> 大于, < 小于, != 不等于, = 等于, >= 大于等于, <= 小于等于, LEFT_LIKE 左模糊, RIGHT_LIKE 右模糊, LIKE 模糊, IN 包含',
  ],
  ['priority', '优先级', 0, 'L 低, M 中, H 高'],
  ['msg_category', '通告类型', 0, '1 通知公告, 2 系统消息'],
  ['msg_type', '推送类别', 0, 'USER 指定用户, ALL 全体用户'],
  ['read_flag', '阅读状态', 0, '0 未读, 1 已读'],
  ['send_status', '发布状态', 0, '0 未发布, 1 已发布, 2 已撤销'],
  ['msgSendStatus', '消息发送状态', 0, '0 未发送, 1 发送成功, 2 发送失败'],
  ['msgType', '消息类型', 0, '1 文本, 2 富文本'],
  ['messageType', '消息发送方式', 0, messageChannels.map(([value, text]) => `${value} ${text}`).join(', ')],
  [
    'message_robot_kind',
    '群机器人平台',
    0,
    messageChannels
      .filter(([value]) => (chatChannels as readonly string[]).includes(value))
      .map(([value, text]) => `${value} ${text}`)
      .join(', '),
  ],
  [
    'message_state',
    '消息投递状态',
    1,
    '0 待发送, 1 已送出, 2 待重试, 3 死信, 4 无法投递, 5 已取消, 6 留存未发送',
  ],
  [
    'message_event',
    '业务事件',
    0,
    Object.entries(messageEvents)
      .map(([name, { title }]) => `${name} ${title}`)
      .join(', '),
  ],
  ['log_type', '日志类型', 1, '1 登录日志, 2 操作日志, 3 拒绝日志'],
  ['operate_type', '操作类型', 0, '1 查询, 2 添加, 3 修改, 4 删除, 5 导入, 6 导出'],
  ['quartz_status', '定时任务状态', 0, '0 正常, -1 停止'],
  ['job_misfire', '错过的执行', 0, 'once 补执行一次, skip 不补执行, catchUp 逐次补执行'],
  ['tenant_status', '租户状态', 0, '1 正常, 0 冻结'],
  [
    'database_type',
    '数据库类型',
    0,
    '1 MySQL5.5, 4 MYSQL5.7+, 2 Oracle, 3 SQLServer, 5 marialDB, 6 postgresql, 7 达梦, 8 人大金仓, 9 神通, 10 SQLite, 11 DB2, 12 Hsqldb, 13 Derby, 14 H2, 15 其他数据库',
  ],
  ['database_tls', '数据源加密连接', 0, 'off 不加密, require 加密但不核对证书, verify 加密并核对证书'],
  ['activiti_sync', '同步工作流引擎', 0, '1 同步, 0 不同步'],
  ['bpm_status', '流程状态', 0, '1 待提交, 2 处理中, 3 已完成, 4 已作废'],
  ['bpm_process_type', '流程类型', 0, 'test 测试流程, oa OA办公, business 业务办理'],
  ['urgent_level', '紧急程度', 0, '1 一般, 2 重要, 3 紧急'],
  ['cgform_table_type', '表单类型', 0, '1 单表, 2 主表, 3 附表'],
  [
    'ol_form_biz_type',
    '表单业务分类',
    0,
    'demo 官方示例, bpm 流程表单, temp 测试表单, bdfl_include 导入表单',
  ],
]
