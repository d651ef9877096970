/** A measure of the library: hazard (`lo_hazard`), words, and how strong the control is (`lo_control_rank`). */
interface LibraryMeasure {
  readonly key: string
  readonly hazard: string
  readonly content: string
  readonly controlRank: number
  readonly sortNo: number
  readonly source: string
  readonly status: number
}

const specialWork = 'GB 30871-2022'
const lockout = 'GB/T 33579-2017'
const power = 'GB 26860-2011'

/** By hazard: rank and words, the strongest control first. */
const byHazard: Readonly<
  Record<string, readonly (readonly [rank: number, content: string, source: string])[]>
> = {
  '01': [
    [1, '将动火件移到固定动火区或安全地点作业', specialWork],
    [3, '清除作业点周围 15 m 内可燃物，不能移走的用防火毯遮盖', specialWork],
    [4, '监护人全程在场，作业点配备灭火器，完工后留守检查', specialWork],
  ],
  '02': [
    [3, '与系统可靠断开或加盲板，清洗置换并检测可燃气体合格', specialWork],
    [3, '使用防爆工具、防爆照明，设备和管道静电接地', specialWork],
    [4, '连续监测可燃气体，报警立即停止作业并撤离', specialWork],
  ],
  '03': [
    [3, '强制通风并检测氧含量 19.5%～21%、有毒气体合格', specialWork],
    [4, '专人在外监护，进出登记，约定联络信号', specialWork],
    [5, '佩戴隔绝式呼吸防护用品，现场备救援三脚架和安全绳', specialWork],
  ],
  '04': [
    [1, '断开电源并上锁挂牌，验电确认无电后作业', lockout],
    [3, '在可能来电的各侧装设接地线，邻近带电部分设绝缘隔板', power],
    [4, '临时用电装漏电保护器，一机一闸一保护', specialWork],
    [5, '穿绝缘鞋、戴绝缘手套，使用合格的绝缘工具', power],
  ],
  '05': [
    [1, '停机断电并上锁挂牌，试启动确认不能转动', lockout],
    [3, '释放弹簧、液压、气压和重力等残余能量，用销或垫块固定', lockout],
    [4, '拆下的防护罩完工后恢复，恢复前不得送电', lockout],
  ],
  '06': [
    [3, '搭设合格的脚手架或作业平台，临边孔洞设护栏盖板', specialWork],
    [5, '系全身式安全带，高挂低用，挂点可靠', specialWork],
    [4, '五级及以上大风、雷雨、大雾停止露天高处作业', specialWork],
  ],
  '07': [
    [3, '作业区下方设警戒隔离，工具系防坠绳', specialWork],
    [4, '禁止上下抛掷工具和材料，交叉作业错开时间', specialWork],
    [5, '进入现场戴安全帽', specialWork],
  ],
  '08': [
    [4, '吊装区设警戒，吊臂和吊物下禁止站人', specialWork],
    [3, '检查吊索具和吊点，试吊确认后正式起吊', specialWork],
    [4, '专人指挥，信号统一，与架空线保持安全距离', specialWork],
  ],
  '09': [
    [3, '高温、腐蚀介质排空、降温、冲洗合格后打开', lockout],
    [5, '穿防烫或防酸碱服，戴面罩和手套，就近有洗眼器', specialWork],
  ],
  '10': [
    [3, '按土质放坡或支护，坑边 1 m 内不堆土、不停重车', specialWork],
    [4, '雨后和每次作业前检查边坡，有裂缝立即撤出', specialWork],
  ],
  '11': [
    [3, '排水并封堵来水，阀门上锁挂牌', lockout],
    [5, '穿救生衣，现场备救生圈和救生绳', specialWork],
  ],
  '12': [
    [1, '将放射源退回屏蔽位并上锁，剂量检测合格', lockout],
    [4, '划定控制区，佩戴个人剂量计并限制时间', 'GBZ 117-2022'],
  ],
  '13': [[5, '佩戴护耳器，限制暴露时间', 'GBZ 2.2-2007']],
  '14': [
    [3, '作业路段设围栏和警示灯，夜间照明充足', specialWork],
    [4, '专人指挥交通，穿反光背心', specialWork],
  ],
  '15': [
    [2, '改用水基或不燃清洗剂', specialWork],
    [4, '作业点只存放当班用量，容器加盖，附近禁止动火', specialWork],
  ],
  '16': [
    [3, '查图并用仪器探明地下管缆，人工挖探坑确认', specialWork],
    [4, '管缆两侧 0.5 m 内人工开挖，有关单位现场监护', specialWork],
  ],
}

/** The measures every plant begins with; what it changes, disables or deletes stays so. */
export const baselineMeasureLibrary: readonly LibraryMeasure[] = Object.entries(byHazard).flatMap(
  ([hazard, lines]) =>
    lines.map(([controlRank, content, source], index) => ({
      key: `${hazard}${index + 1}`,
      hazard,
      content,
      controlRank,
      sortNo: index + 1,
      source,
      status: 1,
    })),
)
