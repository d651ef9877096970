import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { consolePorts } from '@suoan/console-base/editable-table/console-ports.tsx'
import { UnreadableJson } from '@suoan/console-base/editable-table/UnreadableJson.tsx'
import { verdictOf } from '@suoan/console-base/editable-table/verdict.ts'
import { useTextRows } from '@suoan/console-base/editable-table/use-text-rows.ts'
import { useFieldJudge } from '@suoan/console-base/resource/field-judge.ts'
import { EditableTable, type Column, type EditableTableHandle, type SlotCell } from '@suoan/ui/editable-table'
import { Button, Flex, Popconfirm, Tabs, Typography } from 'antd'
import { useMemo, useRef, useState, type RefObject } from 'react'
import './check-rules.css'
import { digitsProblem, emptyRow, patternProblem, ruleText, type RuleRow } from './rule-rows.ts'

interface Props {
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
  readonly disabled?: boolean
}

const isLocal = ({ place }: RuleRow) => place === 'local'
type Judged = { readonly row: { readonly id: string; readonly [key: string]: unknown } }
/** The row of a cell as the form edits it. */
const entryOf = ({ row: { digits, pattern, message } }: Judged) => ({
  digits: typeof digits === 'number' ? digits : null,
  pattern: typeof pattern === 'string' ? pattern : '',
  message: typeof message === 'string' ? message : '',
})

const common: readonly Column[] = [
  {
    key: 'pattern',
    title: '规则（正则表达式）',
    type: 'input',
    minWidth: 190,
    maxLength: 500,
    placeholder: '例如 [A-Z]+',
    validateRules: [{ handler: (cell) => patternProblem(entryOf(cell)) }],
  },
  {
    key: 'message',
    title: '提示文本',
    type: 'input',
    width: 150,
    maxLength: 200,
    placeholder: '不符合时的提示',
  },
]
const action: Column = {
  key: 'action',
  title: '操作',
  type: 'slot',
  width: 90,
  align: 'center',
  hideInCopy: true,
  disabled: true,
}
const localColumns: readonly Column[] = [
  {
    key: 'digits',
    title: '位数',
    type: 'inputNumber',
    width: 76,
    precision: 0,
    range: [1, 200],
    validateRules: [{ handler: (cell) => digitsProblem(entryOf(cell)) }],
  },
  ...common,
]
const wholeColumns: readonly Column[] = [
  {
    key: 'place',
    title: '优先级',
    type: 'select',
    width: 104,
    options: [
      { value: 'first', text: '优先运行' },
      { value: 'last', text: '最后运行' },
    ],
    validateRules: [{ required: true, message: '请选择优先级' }],
  },
  ...common,
]

const panes = ['local', 'whole'] as const
type PaneKey = (typeof panes)[number]
const titles: Readonly<Record<PaneKey, string>> = { local: '局部规则', whole: '全局规则' }

/** 局部规则 and 全局规则 of a check rule, an editable table each; the value is `ruleJson` (5-screens.md §6.15). */
export function RuleEntries({ value, onChange, disabled = false }: Props) {
  const text = value ?? ''
  const [active, setActive] = useState<PaneKey>('local')
  const local = useRef<EditableTableHandle>(null)
  const whole = useRef<EditableTableHandle>(null)
  const { rows, change } = useTextRows(text, ruleText, (next) => onChange?.(next === '' ? null : next))
  useFieldJudge(() => {
    for (const [pane, table] of [
      ['local', local],
      ['whole', whole],
    ] as const) {
      const problem = table.current && verdictOf(table.current)
      if (problem) {
        setActive(pane)
        return `${titles[pane]}${problem}`
      }
    }
    return null
  })
  if (rows === null)
    return <UnreadableJson text={text} disabled={disabled} onClear={() => onChange?.(null)} />
  const [locals, wholes] = [rows.filter(isLocal), rows.filter((row) => !isLocal(row))]
  return (
    <Tabs
      activeKey={active}
      onChange={(key) => setActive(key === 'whole' ? 'whole' : 'local')}
      items={[
        {
          key: 'local',
          label: titles.local,
          forceRender: true,
          children: (
            <Entries
              table={local}
              label={titles.local}
              columns={localColumns}
              rows={locals}
              isReadOnly={disabled}
              newRow={newLocal}
              keepsOne
              hint="局部规则按所填位数依次校验：第一条取最前面的几位，下一条接着往后取。"
              onRows={(next) => change([...next, ...wholes])}
            />
          ),
        },
        {
          key: 'whole',
          label: titles.whole,
          forceRender: true,
          children: (
            <Entries
              table={whole}
              label={titles.whole}
              columns={wholeColumns}
              rows={wholes}
              isReadOnly={disabled}
              newRow={newWhole}
              hint="全局规则校验输入的全部字符；“优先运行”的先于局部规则。"
              onRows={(next) => change([...locals, ...next])}
            />
          ),
        },
      ]}
    />
  )
}

const newLocal = () => emptyRow('local')
const newWhole = () => emptyRow('first')

interface EntriesProps {
  readonly table: RefObject<EditableTableHandle | null>
  readonly label: string
  readonly columns: readonly Column[]
  readonly rows: readonly RuleRow[]
  readonly isReadOnly: boolean
  readonly newRow: () => Omit<RuleRow, 'id'>
  /** The last row cannot be removed. */
  readonly keepsOne?: boolean
  readonly hint: string
  onRows(rows: readonly RuleRow[]): void
}

/** The entries of one pane, with + and − on each row. */
function Entries({
  table,
  label,
  columns,
  rows,
  isReadOnly,
  newRow,
  keepsOne = false,
  hint,
  onRows,
}: EntriesProps) {
  const lone = keepsOne && rows.length === 1 ? rows[0]?.id : undefined
  const slots = useMemo(
    () => ({
      action: ({ row }: SlotCell) => (
        <Flex gap={4} justify="center">
          <Button
            size="small"
            aria-label="在下面新增一条"
            icon={<PlusOutlined />}
            onClick={() => table.current?.insertRow(row.id)}
          />
          <Popconfirm title="确定要删除吗？" onConfirm={() => table.current?.removeRows([row.id])}>
            <Button
              size="small"
              danger
              aria-label="删除"
              icon={<MinusOutlined />}
              disabled={row.id === lone}
            />
          </Popconfirm>
        </Flex>
      ),
    }),
    [table, lone],
  )
  const shown = useMemo(() => (isReadOnly ? columns : [...columns, action]), [columns, isReadOnly])
  const staysAlways = useMemo(() => (id: string) => id === lone, [lone])
  return (
    <>
      <EditableTable<RuleRow>
        ref={table}
        label={label}
        size="small"
        columns={shown}
        rows={rows}
        slots={slots}
        ports={consolePorts}
        isReadOnly={isReadOnly}
        dragSort
        staysAlways={staysAlways}
        newRow={newRow}
        toolbar={isReadOnly ? false : ['add', 'history']}
        empty={`没有${label}`}
        onRows={onRows}
      />
      <Typography.Paragraph type="secondary">{hint}</Typography.Paragraph>
    </>
  )
}
