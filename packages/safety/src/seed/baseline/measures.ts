/** Safety measures a ticket of the kind begins with (`measuresTpl`); the sources stand in the rows of the kinds. */

/** A line of `measuresTpl`; a text alone is offered. */
export type BaselineMeasure =
  | string
  | { readonly content: string; readonly must: number; readonly controlRank: number | null }

/** A measure that no ticket of the kind does without (G01); the others are offered. */
const must = (content: string) => ({ content, must: 1, controlRank: null })

const everyWork = [
  must('作业前对作业人员进行安全交底并签字，明确风险、措施和应急处置'),
  '应急器材在位，通信畅通，撤离路线无阻',
]
const isolated = [
  must('按隔离方案关断、泄压、排空并逐点上锁挂牌，钥匙由本人或锁箱保管'),
  '残余能量（压力、电荷、弹簧、重物、余热）已释放或约束',
  must('上锁后试启动或验电、查压力，由验证人确认零能量'),
]

export const measures = {
  hotWork: [
    must('清除动火点周围 15 m 内的易燃物，地沟、地漏、水封已封堵'),
    '动火设备与系统断开或加盲板隔离，并清洗、置换合格',
    must('动火前 30 min 内气体检测合格，中断超过规定时间重新检测'),
    must('动火点配备灭火器材，监护人全程在场'),
    '高处动火有防止火花飞溅和坠落的措施',
    '气瓶间距不小于 5 m、距动火点不小于 10 m，直立固定',
    must('完工后清理现场，确认无残留火种后方可离开'),
    ...everyWork,
  ],
  confinedSpace: [
    must('与相连系统用盲板或拆除管段可靠隔离，不得以关阀代替；搅拌等动力源断电上锁挂牌'),
    '清洗、置换并通风，禁止向受限空间充氧气',
    must('进入前 30 min 内在上、中、下各部位检测氧、可燃、有毒气体合格，作业中连续监测'),
    '照明和手持工具使用安全电压，易燃易爆环境使用防爆型',
    must('出入口畅通，监护人在外全程监护，进出人员逐一登记'),
    '配备空气呼吸器、安全绳、三脚架等救援器材，禁止无防护施救',
    ...everyWork,
  ],
  blindPlate: [
    must('一块盲板的一次抽或堵办理一张票，盲板编号、挂牌，位置图与现场一致'),
    must('系统已泄压至微正压或常压，介质已排空、降温'),
    '有毒介质佩戴隔离式呼吸防护，易燃介质使用防爆工具并停止周围动火',
    '不得在同一管道上同时进行两处及以上抽堵作业',
    ...everyWork,
  ],
  height: [
    must('作业人员系挂全身式安全带，高挂低用，挂点牢固'),
    '脚手架、梯子、平台经检查合格挂牌',
    '工具系绳，禁止上下抛掷；下方设警戒区，垂直交叉作业设隔离层',
    '五级以上风、雷电、暴雨、大雾等天气停止露天作业',
    ...everyWork,
  ],
  lifting: [
    '吊装机具、索具检查合格，额定能力满足吊物重量和半径',
    '地面承载力满足要求，支腿完全伸出垫实',
    must('设警戒区，吊物下和回转半径内无人'),
    '指挥信号唯一，试吊合格后起吊；与架空线保持安全距离',
    ...everyWork,
  ],
  temporaryPower: [
    must('上级电源断开、上锁挂牌后接线，由电工操作，监护人在场'),
    must('一机一闸一漏保，线路绝缘良好，架空或埋地敷设有保护'),
    '火灾爆炸危险场所使用相应防爆等级的设备并检测气体合格',
    '作业结束由电工拆除，恢复原状',
    ...everyWork,
  ],
  excavation: [
    must('地下管线、电缆、光缆已由各专业确认并交底'),
    '电缆、管线附近人工开挖，不得使用机械',
    '按土质放坡或支护，坑边 1 m 内不堆土，设围栏和夜间警示灯',
    '坑内有可燃、有毒气体可能时检测合格并有上下通道',
    ...everyWork,
  ],
  roadBreaking: [
    must('已通知消防、调度、安全等有关单位，消防车绕行路线已确认'),
    '设置路栏、警示牌和夜间警示灯',
    '作业结束清理现场、恢复通行并通知有关单位',
    ...everyWork,
  ],
  isolation: [...isolated, must('每名作业人员挂个人锁，由本人上、本人摘'), ...everyWork],
  powerWork: [
    must('断开各侧电源，有明显断开点，操作机构上锁并挂“禁止合闸，有人工作”'),
    must('验电、装设接地线或合接地刀闸'),
    '悬挂标示牌、装设遮栏，明确带电部位和安全距离',
    '许可人与负责人现场确认安全措施后开工',
    ...everyWork,
  ],
  liveWork: [
    must('停用重合闸，已与值班调度联系'),
    must('绝缘工具、防护用品检验合格，人体与带电体保持规定安全距离'),
    '天气良好，专责监护人不间断监护',
    ...everyWork,
  ],
  switching: [
    must('操作前核对系统方式、设备名称编号和状态，模拟预演'),
    must('一人操作一人监护，唱票复诵，逐项打勾，不得跳项、漏项'),
    '操作后检查设备实际位置，遇疑问立即停止并报告',
  ],
  patrol: [
    '只打开巡检所需的柜门、箱门，不触动设备，不解除隔离锁',
    '带电柜保持安全距离，离开时关门上锁并确认已锁到位',
  ],
  repair: [must('抢修前查明并隔离能量源，不具备条件时先撤离'), ...isolated, ...everyWork],
} as const satisfies Readonly<Record<string, readonly BaselineMeasure[]>>
