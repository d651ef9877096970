import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Flex, Input, InputNumber, Popconfirm, Select, Table, Tabs, Typography } from 'antd'
import type { TableColumnsType } from 'antd'
import { useState } from 'react'
import './check-rules.css'
import { emptyRow, patternProblem, rowsOf, ruleJsonOf, type Place, type RuleRow } from './rule-rows.ts'

interface Props {
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
  readonly disabled?: boolean
}

const isLocal = ({ place }: RuleRow) => place === 'local'
const places: { value: Place; label: string }[] = [
  { value: 'first', label: '优先运行' },
  { value: 'last', label: '最后运行' },
]

/** 局部规则 and 全局规则 of a check rule, an editable table each; the value is `ruleJson` (5-screens.md §6.15). */
export function RuleEntries({ value, onChange, disabled = false }: Props) {
  const text = value ?? null
  const [state, setState] = useState({ text, rows: rowsOf(text) })
  // The form may set another value from outside, for instance what somebody else saved.
  if (state.text !== text) setState({ text, rows: rowsOf(text) })
  const change = (rows: RuleRow[]) => {
    const next = ruleJsonOf(rows)
    setState({ text: next, rows })
    onChange?.(next)
  }
  const { rows } = state
  const set = (row: RuleRow, part: Partial<RuleRow>) =>
    change(rows.map((each) => (each.key === row.key ? { ...each, ...part } : each)))
  const addAfter = (row: RuleRow | undefined, place: Place) => {
    const at = row ? rows.indexOf(row) + 1 : rows.length
    change([...rows.slice(0, at), emptyRow(place), ...rows.slice(at)])
  }
  const swap = (row: RuleRow, other: RuleRow | undefined) => {
    if (!other) return
    change(rows.map((each) => (each === row ? other : each === other ? row : each)))
  }

  const pane = (shown: RuleRow[], hint: string, first: TableColumnsType<RuleRow>[number], place: Place) => {
    const columns: TableColumnsType<RuleRow> = [
      { title: '#', width: 44, align: 'center', render: (_, _row, index) => index + 1 },
      first,
      {
        title: '规则（正则表达式）',
        render: (_, row) => {
          const problem = patternProblem(row)
          return (
            <>
              <Input
                aria-label="规则（正则表达式）"
                value={row.pattern}
                maxLength={500}
                disabled={disabled}
                placeholder="例如 [A-Z]+"
                {...(problem === null ? {} : { status: 'error' })}
                onChange={({ target }) => set(row, { pattern: target.value })}
              />
              {problem !== null && <span className="rule-problem">{problem}</span>}
            </>
          )
        },
      },
      {
        title: '提示文本',
        width: 168,
        render: (_, row) => (
          <Input
            aria-label="提示文本"
            value={row.message}
            maxLength={200}
            disabled={disabled}
            placeholder="不符合时的提示"
            onChange={({ target }) => set(row, { message: target.value })}
          />
        ),
      },
    ]
    if (!disabled)
      columns.push({
        title: '操作',
        width: 140,
        render: (_, row, index) => (
          <Flex gap={4}>
            <Button
              size="small"
              aria-label="上移"
              icon={<ArrowUpOutlined />}
              disabled={index === 0}
              onClick={() => swap(row, shown[index - 1])}
            />
            <Button
              size="small"
              aria-label="下移"
              icon={<ArrowDownOutlined />}
              disabled={index === shown.length - 1}
              onClick={() => swap(row, shown[index + 1])}
            />
            <Button
              size="small"
              aria-label="在下面新增一条"
              icon={<PlusOutlined />}
              onClick={() => addAfter(row, row.place)}
            />
            <Popconfirm
              title="确定要删除吗？"
              onConfirm={() => change(rows.filter((each) => each.key !== row.key))}
            >
              <Button
                size="small"
                danger
                aria-label="删除"
                icon={<MinusOutlined />}
                disabled={isLocal(row) && shown.length === 1}
              />
            </Popconfirm>
          </Flex>
        ),
      })
    return (
      <>
        <Table
          size="small"
          rowKey="key"
          pagination={false}
          columns={columns}
          dataSource={shown}
          scroll={{ x: 600 }}
          locale={{ emptyText: '没有全局规则' }}
        />
        {shown.length === 0 && !disabled && (
          <Button icon={<PlusOutlined />} onClick={() => addAfter(undefined, place)}>
            新增全局规则
          </Button>
        )}
        <Typography.Paragraph type="secondary">{hint}</Typography.Paragraph>
      </>
    )
  }

  const label = (title: string, shown: RuleRow[]) =>
    shown.some((row) => patternProblem(row) !== null) ? (
      <span className="rule-problem">{title}（有误）</span>
    ) : (
      title
    )
  const local = rows.filter(isLocal)
  const whole = rows.filter((row) => !isLocal(row))
  return (
    <Tabs
      items={[
        {
          key: 'local',
          label: label('局部规则', local),
          children: pane(
            local,
            '局部规则按所填位数依次校验：第一条取最前面的几位，下一条接着往后取。',
            {
              title: '位数',
              width: 92,
              render: (_, row) => (
                <InputNumber
                  aria-label="位数"
                  style={{ width: '100%' }}
                  value={row.digits}
                  min={1}
                  max={200}
                  precision={0}
                  disabled={disabled}
                  onChange={(digits) => set(row, { digits })}
                />
              ),
            },
            'local',
          ),
        },
        {
          key: 'whole',
          label: label('全局规则', whole),
          children: pane(
            whole,
            '全局规则校验输入的全部字符；“优先运行”的先于局部规则。',
            {
              title: '优先级',
              width: 120,
              render: (_, row) => (
                <Select
                  aria-label="优先级"
                  value={row.place}
                  options={places}
                  disabled={disabled}
                  onChange={(place) => set(row, { place })}
                />
              ),
            },
            'first',
          ),
        },
      ]}
    />
  )
}
