import { labelOf } from '@suoan/domain/dictionaries'
import { refusalTexts } from '@suoan/domain/verdict'
import {
  eventNames,
  guards,
  roleName,
  transitions,
  type StateCode,
  type Target,
  type TransitionRow,
} from '@suoan/domain/work-ticket'

/** `docs/state-machine.md`, made from the table the server runs on: a test compares the file with it. */
export function stateMachinePage(): string {
  return [
    '# 工作票状态机',
    '',
    '本页由转换表（`packages/domain/src/work-ticket/rows`）生成，不要手工修改：`npx tsx e2e/src/architecture/write-state-machine.ts`。状态写作“工单状态/执行阶段”。条件（G、T、R）逐条判定并存档，一条不满足即拒绝；“同时记录”的条件只存档并影响后果，不拒绝。',
    '',
    '## 图',
    '',
    '只画改变状态的转换；原地的事件（进出场、上锁、复测等）见下表。',
    '',
    ...diagram(),
    '',
    '## 状态',
    '',
    ...table(['状态', '工单状态', '执行阶段', '可发生的事件'], stateRows()),
    '',
    '## 转换',
    '',
    ...table(
      ['编号', '事件', '从', '到', '由谁', '条件', '同时记录', '后果'],
      transitions.map(transitionRow),
    ),
    '',
    '## 条件',
    '',
    ...table(['编号', '不满足时', '何处使用'], guardRows()),
    '',
  ].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|')
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
]

/** Every state the table names, in the order of the codes. */
function states(): StateCode[] {
  const named = transitions.flatMap((row) => [
    ...row.from,
    ...row.from.flatMap((from) => targets(row.to, from)),
  ])
  const codes = new Set(named.filter((code): code is StateCode => code !== 'new'))
  const order = (code: StateCode) => code.split('/').reduce((sum, part) => sum * 100 + Number(part), 0)
  return [...codes].toSorted((a, b) => order(a) - order(b))
}

/** Where a row may lead from a state; none when it stays. */
function targets(to: Target, from: StateCode | 'new'): StateCode[] {
  if (to === 'same') return []
  if (to === 'afterIsolation') return from === '4/10' ? ['4/11'] : []
  if (to === 'afterVerification') return from === '4/11' ? ['4/12'] : []
  // The status of a state code with another phase is a state code.
  if (to === 'statusKept/24') return [`${from.split('/')[0]}/24` as StateCode]
  return to === from ? [] : [to]
}

const idOf = (code: StateCode | 'new') => (code === 'new' ? '[*]' : `s${code.replace('/', '_')}`)

function nameOf(code: StateCode): string {
  const [status = '', phase = ''] = code.split('/')
  const name = labelOf('lo_work_status', status)
  return phase === '0' ? name : `${name}·${labelOf('lo_exec_phase', phase)}`
}

function diagram(): string[] {
  const edges = new Map<string, string[]>()
  for (const row of transitions)
    for (const from of row.from)
      for (const to of targets(row.to, from)) {
        const key = `${idOf(from)} --> ${idOf(to)}`
        const text = `${row.id} ${eventNames[row.event]}`
        edges.set(key, [...new Set([...(edges.get(key) ?? []), text])])
      }
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...states().map((code) => `  state "${code} ${nameOf(code)}" as ${idOf(code)}`),
    ...[...edges].map(([key, texts]) => `  ${key} : ${texts.join('、')}`),
    '```',
  ]
}

function stateRows(): string[][] {
  return states().map((code) => {
    const [status = '', phase = ''] = code.split('/')
    const events = new Set(
      transitions.filter((row) => row.from.includes(code)).map((row) => eventNames[row.event]),
    )
    const list = events.size === 0 ? '无（终结）' : [...events].join('、')
    return [code, labelOf('lo_work_status', status), labelOf('lo_exec_phase', phase), list]
  })
}

const choices: Readonly<Record<NonNullable<TransitionRow['when']>, string>> = {
  firstSubmission: '首次提交',
  completesStage: '本步为该阶段最后一步',
  edits: '修改了内容',
  editsCore: '修改了核心内容',
  mustRestore: '有占用或已操作的隔离点，或有人在现场',
  needsNoIsolation: '不需要隔离',
  gasFailed: '不合格',
  renews: '续票，原票未收尾',
  renewsWithoutIsolation: '续票，原票未收尾且不需要隔离',
  takesOver: '接收原票已上的锁',
  wasSuspended: '试运行前作业已中断',
}

const targetNames: Readonly<Partial<Record<Target, string>>> = {
  same: '不变',
  afterIsolation: '全部隔离点已确认时 4/11，否则不变',
  afterVerification: '全部隔离点已验证时 4/12，否则不变',
  'statusKept/24': '状态不变，阶段 24',
}

function transitionRow(row: TransitionRow): string[] {
  const signed = row.keys?.map(
    (key, place) => `${key.map(roleName).join('或')}${place === 0 ? '申请' : '确认'}`,
  )
  return [
    row.id,
    row.when ? `${eventNames[row.event]}（${choices[row.when]}）` : eventNames[row.event],
    row.from.map((from) => (from === 'new' ? '—' : from)).join(' '),
    targetNames[row.to] ?? row.to,
    signed ? signed.join('，') : row.by.map(roleName).join('、'),
    row.guards.join(' ') || '—',
    (row.notes ?? []).join(' ') || '—',
    row.effects.map((effect) => `\`${effect}\``).join(' ') || '—',
  ]
}

function guardRows(): string[][] {
  return Object.values(guards).map(({ id, code }) => {
    const rows = transitions.filter((row) =>
      [...row.guards, ...(row.notes ?? [])].some((guard) => guards[guard].id === id),
    )
    const used = [...new Set(rows.map((row) => row.id))]
    return [id, refusalTexts[code], used.join(' ') || '—']
  })
}
