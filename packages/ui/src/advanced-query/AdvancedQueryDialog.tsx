import { DeleteOutlined, FileTextOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import type { QueryLine } from '@suoan/kit/filter'
import { App, Button, Card, Empty, Input, Select, Space } from 'antd'
import { useState, type ReactNode } from 'react'
import { AppModal } from '../modal/index.ts'
import './advanced-query.css'
import {
  completeLines,
  emptyLine,
  rulesOf,
  unusableBecause,
  withField,
  withRule,
  type QueryField,
  type QueryMatch,
  type SavedQueries,
  type SavedQuery,
} from '../query-lines/index.ts'

/** What an editor of a value is given; several values are joined with commas. */
export interface ValueEditorProps {
  readonly field: string
  /** 在...中: several values. */
  readonly many: boolean
  /** 介于: from and to, parted by a comma. */
  readonly range: boolean
  readonly value: string
  readonly 'aria-label': string
  onChange(value: string): void
}

export interface AdvancedQueryProps {
  /** What may be asked about. */
  readonly fields: readonly QueryField[]
  /** The conditions that hold now. */
  readonly lines: readonly QueryLine[]
  readonly match: QueryMatch
  readonly saved: SavedQueries
  /** Draws the editor that fits the field. */
  editor(props: ValueEditorProps): ReactNode
  /** New conditions; none after 重置. */
  onApply(lines: readonly QueryLine[], match: QueryMatch): void
  onClose(): void
  /** It fills the window, and closes after 查询: nothing of the list would be seen behind it. */
  readonly isPhone?: boolean
}

/**
 * 高级查询构造器: conditions of field, rule and value joined by and or or, kept under names (5-screens.md §13.5). It stands
 * beside the list, which stays usable: no mask, and its header drags it.
 */
export function AdvancedQueryDialog({
  fields,
  lines: given,
  match,
  saved,
  editor,
  onApply,
  onClose,
  isPhone = false,
}: AdvancedQueryProps) {
  const { message, modal } = App.useApp()
  const [lines, setLines] = useState<readonly QueryLine[]>(given.length > 0 ? given : [emptyLine])
  const [joined, setJoined] = useState(match)
  const [kept, setKept] = useState(() => saved.all())
  const change = (at: number, line: QueryLine) => setLines(lines.with(at, line))

  const apply = () => {
    const full = completeLines(lines)
    const usable = full.filter((line) => unusableBecause(line, fields) === null)
    if (usable.length === 0) return void message.warning('不能查询空条件')
    const rest = full.length - usable.length
    if (rest > 0) void message.warning(`有 ${rest} 个条件已失效，没有应用；请修改或删除`)
    onApply(usable, joined)
    if (isPhone) onClose()
  }
  /** Asks before it replaces one of the same name; false when that was declined. */
  const keepAs = async (query: SavedQuery): Promise<boolean> => {
    const isTaken = kept.some(({ title }) => title === query.title)
    const content = `${query.title} 已存在，是否覆盖？`
    if (isTaken && !(await modal.confirm({ title: '提示', content }))) return false
    saved.keep(query)
    setKept(saved.all())
    void message.success('保存成功')
    return true
  }
  const askName = () => {
    const records = completeLines(lines)
    if (records.length === 0) return void message.warning('空条件不能保存')
    let name = ''
    modal.confirm({
      title: '请输入保存的名称',
      icon: null,
      content: (
        <Input
          autoFocus
          aria-label="保存的名称"
          maxLength={50}
          onChange={(event) => (name = event.target.value.trim())}
        />
      ),
      okText: '确定',
      cancelText: '取消',
      // It closes when it is answered in full.
      onOk: (close: () => void) => {
        if (name === '') return void message.warning('保存名称不能为空')
        void keepAs({ title: name, matchType: joined, records }).then((isKept) => isKept && close())
      },
    })
  }
  const drop = async ({ title }: SavedQuery) => {
    if (!(await modal.confirm({ title: '提示', content: '是否删除当前查询？' }))) return
    saved.drop(title)
    setKept(saved.all())
  }

  return (
    <AppModal
      open
      fullscreen={isPhone ? 'full' : true}
      draggable
      mask={false}
      title="高级查询构造器"
      className="advanced-query"
      width={1000}
      onCancel={onClose}
      footer={
        <div className="advanced-query-footer">
          <Button
            onClick={() => {
              setLines([emptyLine])
              setJoined('and')
              onApply([], 'and')
            }}
          >
            重置
          </Button>
          <Button onClick={askName}>保存查询条件</Button>
          <span className="advanced-query-gap" />
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" onClick={apply}>
            查询
          </Button>
        </div>
      }
    >
      <div className="advanced-query-body">
        <div>
          <div className="advanced-query-match">
            <span>过滤条件匹配：</span>
            <Select
              aria-label="过滤条件匹配"
              value={joined}
              onChange={setJoined}
              options={[
                { value: 'and', label: 'AND（所有条件都要求匹配）' },
                { value: 'or', label: 'OR（条件中的任意一个匹配）' },
              ]}
            />
          </div>
          {lines.length === 0 && (
            <Empty description="没有任何查询条件">
              <Button type="link" onClick={() => setLines([emptyLine])}>
                点击新增
              </Button>
            </Empty>
          )}
          {lines.map((line, index) => (
            // Lines have no identity of their own; a new field brings its own editor.
            <Line
              key={index}
              at={index + 1}
              line={line}
              fields={fields}
              editor={editor}
              onChange={(next) => change(index, next)}
              onAdd={() => setLines(lines.toSpliced(index + 1, 0, emptyLine))}
              onRemove={() => setLines(lines.toSpliced(index, 1))}
            />
          ))}
        </div>
        <Card size="small" title="保存的查询" className="advanced-query-saved">
          {kept.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有保存任何查询" />
          ) : (
            <ul aria-label="保存的查询">
              {kept.map((query) => (
                <li key={query.title}>
                  <Button
                    type="text"
                    icon={<FileTextOutlined />}
                    title={query.title}
                    onClick={() => {
                      setLines(query.records)
                      setJoined(query.matchType)
                    }}
                  >
                    {query.title}
                  </Button>
                  <Button
                    type="text"
                    danger
                    icon={<DeleteOutlined />}
                    aria-label={`删除 ${query.title}`}
                    onClick={() => void drop(query)}
                  />
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </AppModal>
  )
}

interface LineProps extends Pick<AdvancedQueryProps, 'fields' | 'editor'> {
  /** Which of the conditions it is, from 1. */
  readonly at: number
  readonly line: QueryLine
  onChange(line: QueryLine): void
  onAdd(): void
  onRemove(): void
}

/** One condition: field, rule, value; what can no longer be asked says so and stays until it is changed. */
function Line({ at, line, fields, editor, onChange, onAdd, onRemove }: LineProps) {
  const known = fields.find(({ value }) => value === line.field)
  const problem = line.field === '' ? null : unusableBecause(line, fields)
  return (
    <div className="advanced-query-line" role="group" aria-label={`第 ${at} 个条件`}>
      <Select
        placeholder="选择查询字段"
        aria-label={`第 ${at} 个条件的字段`}
        showSearch={{ optionFilterProp: 'label' }}
        value={line.field || null}
        {...(known || line.field === '' ? {} : { status: 'error' as const })}
        options={fields.map(({ value, label }) => ({ value, label }))}
        onChange={(name) => {
          const field = fields.find(({ value }) => value === name)
          if (field) onChange(withField(line, field))
        }}
      />
      <Select<string>
        aria-label={`第 ${at} 个条件的匹配方式`}
        value={line.rule}
        {...(problem !== null && known ? { status: 'error' as const } : {})}
        options={[...rulesOf(known)]}
        onChange={(rule) => onChange(withRule(line, rule))}
      />
      <div
        key={`${line.field} ${line.rule === 'in'} ${line.rule === 'between'}`}
        className="advanced-query-value"
      >
        {editor({
          field: line.field,
          many: line.rule === 'in',
          range: line.rule === 'between',
          value: line.val,
          'aria-label': `第 ${at} 个条件的值`,
          onChange: (val) => onChange({ ...line, val }),
        })}
      </div>
      <Space.Compact>
        <Button icon={<PlusOutlined />} aria-label="添加条件" onClick={onAdd} />
        <Button icon={<MinusOutlined />} aria-label="删除条件" onClick={onRemove} />
      </Space.Compact>
      {problem !== null && (
        <p className="advanced-query-problem" role="alert">
          {problem}，查询时不会应用
        </p>
      )}
    </div>
  )
}
