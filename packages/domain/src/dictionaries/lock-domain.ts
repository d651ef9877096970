import { dictionary, type Dictionary } from './dictionary.ts'
import { valueLists } from './value-lists.ts'

/** Every dictionary of `3-domain.md §3.9`, in its order. */
export const domainDictionaries: readonly Dictionary[] = [
  dictionary(
    'lo_work_status',
    '工单状态',
    '0 未提交, 1 已提交, 2 审核通过, 3 审核驳回, 4 审批通过, 5 审批驳回, 20 执行中, 30 执行完成, 40 已过期',
  ),
  dictionary('lo_review_status', '审核人状态', '0 未提交, 1 已提交, 8 通过, 9 驳回'),
  dictionary('lo_approve_status', '批准人状态', '0 未提交, 1 已提交, 8 通过, 9 驳回'),
  dictionary(
    'lo_exec_phase',
    '执行阶段',
    '0 未开始, 10 隔离中, 11 已上锁, 12 已验证, 20 作业中, 21 中断, 22 试运行, 23 恢复上锁, 24 解除隔离中, 25 超期保持, 30 已收尾',
  ),
  dictionary(
    'lo_work_type',
    '作业类型',
    '01 动火, 02 受限空间, 03 盲板抽堵, 04 高处, 05 吊装, 06 临时用电, 07 动土, 08 断路, 10 检维修能量隔离, 20 电气第一种工作票, 21 电气第二种工作票, 22 带电作业, 23 操作票, 30 巡检开锁, 31 抢修, 99 其他',
  ),
  dictionary('lo_work_level', '作业级别', '0 特级, 1 一级, 2 二级, 3 三级, 4 四级, 9 不分级'),
  dictionary('lo_close_result', '完工结论', '1 全部完成, 2 部分完成, 3 未开工, 4 过期收尾, 5 续票'),
  dictionary(
    'lo_role_tag',
    '票面角色',
    'ISSUE 签发, REVIEW 审核, APPROVE 批准, PERMIT 许可, LEAD 负责人, WORK 作业, GUARD 监护, ISO 隔离, VERIFY 验证, GASTEST 气体检测, KEEPER 保管, SAFETY 安全, DEPT 属地, CONTR 承包商, AUDITOR 审计, ADMIN 管理员, VIEW 只读',
  ),
  dictionary(
    'lo_area_type',
    '区域类型',
    '1 厂区, 2 装置/车间, 3 建筑, 4 楼层, 5 房间, 6 间隔/柜, 7 受限空间, 8 罐区, 9 其他',
  ),
  dictionary('lo_risk_level', '风险等级', '1 重大(红), 2 较大(橙), 3 一般(黄), 4 低(蓝)'),
  dictionary(
    'lo_hazard',
    '危害因素',
    '01 火灾, 02 爆炸, 03 中毒窒息, 04 触电, 05 机械伤害, 06 高处坠落, 07 物体打击, 08 起重伤害, 09 灼烫, 10 坍塌, 11 淹溺, 12 辐射, 13 噪声, 14 车辆伤害, 15 可燃溶剂, 16 地下管缆, 99 其他',
  ),
  dictionary('lo_ex_zone', '防爆分区', 'N 非防爆, 0 0区, 1 1区, 2 2区, 20 20区, 21 21区, 22 22区'),
  dictionary('lo_fire_zone', '动火分区', '1 固定动火区, 2 一般禁火区, 3 火灾爆炸危险场所'),
  dictionary('lo_depart_area_rel', '部门区域关系', '1 属地, 2 作业, 3 监管, 4 巡检'),
  dictionary('lo_lock_depart_rel', '锁具部门关系', '1 产权, 2 使用, 3 保管, 4 维护'),
  dictionary('lo_lock_purpose', '锁具用途', '1 隔离锁, 2 箱柜门禁锁, 3 集体锁箱, 4 个人锁, 5 电子封'),
  dictionary(
    'lo_lock_form',
    '锁具形态',
    '01 挂锁, 02 柜锁, 03 转舌锁, 04 把手锁, 05 阀门锁具, 06 断路器锁具, 07 盲板夹具, 08 锁箱, 09 门锁, 10 电子封',
  ),
  dictionary(
    'lo_lock_status',
    '锁状态',
    '0 未知, 1 已关锁, 2 已开锁, 3 未锁到位, 4 开锁中, 5 关锁中, 6 卡滞, 7 撬动报警, 8 冻结',
  ),
  dictionary('lo_state_trust', '状态可信度', '1 已确认, 2 陈旧, 3 人工申报, 9 未知'),
  dictionary('lo_custody', '保管状态', '0 在库, 1 已领用, 2 已安装, 3 移交中, 4 丢失, 5 维修, 6 报废'),
  dictionary(
    'lo_custody_action',
    '流转动作',
    'IN 入库, ISSUE 领用, RETURN 归还, INST 安装, UNINST 拆卸, TRANS 移交, LOST 报失, FOUND 找回, REPAIR 送修, SCRAP 报废',
  ),
  dictionary(
    'lo_comm_type',
    '通信方式',
    'BLE 蓝牙, NB NB-IoT, 4G 4G, WIFI WiFi, LORA LoRa, ZIGBEE Zigbee, NFC NFC, KEY 智能钥匙, RS485 有线',
  ),
  dictionary(
    'lo_open_method',
    '开锁方式',
    '01 APP蓝牙, 02 远程, 03 智能钥匙, 04 卡, 05 密码, 06 指纹, 07 人脸, 08 机械钥匙, 09 离线令牌, 10 应急, 11 自动, 12 救援, 99 未知',
  ),
  dictionary(
    'lo_device_kind',
    '设备类别',
    'LOCK 锁, GW 网关, KEY 智能钥匙, GAS 气体检测仪, CAM 摄像, TAG 定位标签',
  ),
  dictionary('lo_device_status', '设备状态', '0 未激活, 1 在线, 2 离线, 3 禁用, 4 异常, 5 报废'),
  dictionary('lo_auth_mode', '认证方式', '1 双向证书, 2 一机一密, 3 运营商平台, 4 钥匙中转'),
  dictionary('lo_ota_status', '升级状态', '0 无, 1 待升级, 2 下载中, 3 升级中, 8 成功, 9 失败'),
  dictionary('lo_equip_type', '设备类型', '1 转动设备, 2 静设备, 3 电气设备, 4 仪表, 5 管道, 6 储罐, 9 其他'),
  dictionary('lo_inspect_result', '检查结论', '1 符合, 2 需修订, 3 停用'),
  dictionary(
    'lo_point_type',
    '隔离点类型',
    'BRK 断路器, DIS 隔离开关, ETH 接地刀闸, FUS 熔断器, VLV 阀门, BLD 盲板, SPL 拆短管, PIN 销/楔, BRKE 制动, PLUG 插头, SOFT 软压板(不计为隔离装置)',
  ),
  dictionary('lo_point_pos', '隔离点位置', 'ON 合, OFF 分, OPEN 开, SHUT 关, IN 插入, OUT 抽出, EARTH 接地'),
  dictionary(
    'lo_iso_method',
    '隔离方式',
    'P1 断开/拆短管, P2 盲板, V1 双阀加放空(已证), V2 单阀加放空(已证), N1 单阀(未证), E1 拉开并上锁, E2 抽出手车, M1 机械支撑',
  ),
  dictionary(
    'lo_verify_method',
    '验证方式',
    '1 试启动, 2 验电, 3 压力表, 4 放空/排放, 5 可见断点, 6 测温, 7 位置指示, 8 其他',
  ),
  dictionary(
    'lo_energy_type',
    '能量类型',
    'E 电, M 机械, H 液压, P 气压, C 化学, T 热, G 重力, S 储能, R 辐射',
  ),
  dictionary('lo_point_state', '隔离点状态', '0 正常, 1 已隔离未锁, 2 已上锁, 3 已验证, 4 临时解除, 9 未知'),
  dictionary(
    'lo_point_item_state',
    '隔离项状态',
    '0 待隔离, 1 已操作到位, 2 已上锁, 3 已挂牌, 4 残余能量已释放, 5 已验证, 6 临时解除, 7 待恢复上锁, 8 已恢复, 9 异常',
  ),
  dictionary('lo_grant_type', '授权类型', '1 长期, 2 临时, 3 周期, 4 工作票, 5 应急, 6 试运行'),
  dictionary('lo_grant_action', '授权动作', 'OPEN 开锁, READLOG 读日志, SETTIME 校时, CONFIG 配置'),
  dictionary('lo_grant_status', '授权状态', '0 待生效, 1 生效, 2 冻结, 3 过期, 4 撤销'),
  dictionary(
    'lo_sync_status',
    '下发状态',
    '1 已同步, 4 新增中, 5 新增失败, 6 修改中, 7 修改失败, 8 删除中, 9 删除失败',
  ),
  dictionary(
    'lo_event_type',
    '事件类型',
    'OPEN 开锁, CLOSE 关锁, OPENF 开锁失败, CLOSEF 关锁失败, NOTFULL 未锁到位, DOORO 开门, DOORC 关门, TAMPER 撬动, FORCE 强开, JAM 卡滞, WRONG 错误尝试, DURESS 胁迫, BATL 低电, BATC 极低电, BOOT 重启, TIME 校时, ONLINE 上线, OFFLN 离线, FW 固件, CFG 配置, GRANT 授权, REVOKE 撤销, LOGOV 记录将满, HTEMP 高温, MOVE 移位',
  ),
  dictionary('lo_log_source', '日志来源', 'DEV 设备, GW 网关, KEY 钥匙, APP 手机, SYS 系统, MAN 人工'),
  dictionary('lo_close_kind', '关闭方式', '1 人工, 2 自动, 3 应急, 4 推断, 5 管理关闭'),
  dictionary(
    'lo_alarm_type',
    '报警类型',
    'A01 无票开锁, A02 强制开锁, A03 撬动, A04 卡滞, A05 错误尝试超限, A06 低电, A07 极低电, A08 离线, A09 时钟异常, A10 日志断号, A11 链校验失败, A12 高温, A13 移位, A14 气体超限, A15 胁迫, A16 固件或报文异常, A17 隔离点状态与票不符, A18 人员滞留, A19 救援开锁, A20 系统处理失败',
  ),
  dictionary(
    'lo_warn_type',
    '警告类型',
    'W01 超时未关, W02 完工未关, W03 到期未关, W04 无票开启未关, W05 未锁到位, W06 开启后失联, W07 交接班仍开',
  ),
  dictionary('lo_warn_status', '警告处理状态', '0 未处理, 1 已确认, 2 处理中, 3 已关闭, 4 误报'),
  dictionary('lo_warn_cause', '警告原因', '1 忘关, 2 作业延长, 3 锁具故障, 4 通信故障, 5 违章, 9 其他'),
  dictionary(
    'lo_cmd_type',
    '指令类型',
    'OPEN 开锁, CLOSE 关锁, FREEZE 冻结, UNFREEZE 解冻, TIME 校时, READLOG 读日志, READSTATE 读状态, LOCATE 寻锁, GRANT 下发授权, CONFIG 配置, OTA 升级',
  ),
  dictionary(
    'lo_cmd_status',
    '指令状态',
    '0 待发, 1 已发, 2 已送达, 8 成功, 9 失败, 10 超时, 11 过期, 12 取消',
  ),
  dictionary(
    'lo_cert_type',
    '资质类型',
    '01 监护人证, 02 焊接与热切割, 03 高处, 04 电工, 05 起重, 06 受限空间, 07 气体检测, 08 上锁挂牌授权, 09 承包商入场培训, 99 其他',
  ),
  // Only those a tenant may do without (`switchableLegs`).
  dictionary('lo_interlock_leg', '开锁通道', 'L2 隔离, L3 试运行, L6 库存, L8 巡检'),
  dictionary('lo_control_rank', '控制层级', '1 消除, 2 替代, 3 工程控制, 4 管理控制, 5 个体防护'),
  dictionary(
    'lo_attach_type',
    '附件类型',
    '01 现场照片, 02 方案, 03 图纸, 04 检测报告, 05 视频, 06 交底, 99 其他',
  ),
  dictionary(
    'lo_sign_type',
    '签名方式',
    'DRAW 手写, PIN 口令, FACE 人脸, CARD 刷卡, CERT 证书, PWD 登录密码, TOTP 动态口令, SESSION 登录会话',
  ),
  dictionary(
    'lo_sign_demand',
    '签署要求',
    'SESSION 登录会话即可, SECRET 签名口令或密码或动态口令, TOTP 动态口令',
  ),
  dictionary(
    'lo_reject_reason',
    '驳回原因',
    '01 措施不全, 02 隔离不全, 03 时间冲突, 04 人员资质, 05 级别不符, 06 内容不清, 99 其他',
  ),
  dictionary('lo_shift', '班次', 'D 白班, E 中班, N 夜班'),
]

const texts = new Map(
  [...domainDictionaries, ...valueLists].flatMap(({ code, items }) =>
    items.map(({ value, text }) => [`${code} ${value}`, text]),
  ),
)

/** The Chinese label of a stored value; the value itself when the dictionary does not know it. */
export function labelOf(code: string, value: string | number): string {
  return texts.get(`${code} ${value}`) ?? String(value)
}
