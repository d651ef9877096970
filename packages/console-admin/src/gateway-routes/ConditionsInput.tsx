import { DeleteOutlined, DownOutlined, PlusOutlined } from '@ant-design/icons'
import { listConditions, pairConditions, type ListCondition, type PairCondition } from '@suoan/contract'
import { Button, Divider, Dropdown, Input, Tag } from 'antd'
import { useState } from 'react'

/** A condition as it stands in the form, complete or not. */
export interface ConditionDraft {
  readonly name: string
  readonly args: readonly string[] | Readonly<Record<string, string>>
}

interface Props {
  readonly value?: readonly ConditionDraft[]
  readonly onChange?: (value: readonly ConditionDraft[]) => void
}

const names = [
  'Path',
  'Header',
  'Query',
  'Method',
  'Host',
  'Cookie',
  'After',
  'Before',
  'Between',
  'RemoteAddr',
  'Weight',
] as const satisfies readonly (ListCondition | PairCondition)[]

const isPair = (name: string): name is PairCondition => Object.hasOwn(pairConditions, name)
const isList = (name: string): name is ListCondition => Object.hasOwn(listConditions, name)
const isTags = (args: ConditionDraft['args']): args is readonly string[] => Array.isArray(args)
const emptyOf = (name: (typeof names)[number]): ConditionDraft => ({
  name,
  args: isPair(name) ? Object.fromEntries(pairConditions[name].args.map(([key]) => [key, ''])) : [],
})

/** 路由条件: each with its own block; lists as tags, pairs as two inputs (5-screens.md §6.18). */
export function ConditionsInput({ value = [], onChange }: Props) {
  const change = (index: number, args: ConditionDraft['args']) =>
    onChange?.(value.map((one, at) => (at === index ? { ...one, args } : one)))
  return (
    <>
      {value.map(({ name, args }, index) => (
        // Conditions have no identity of their own: they are told apart by their places.
        <div className="route-part" key={`${name}-${index}`}>
          <Divider>
            {name}{' '}
            <Button
              size="small"
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={`删除路由条件 ${name}`}
              onClick={() => onChange?.(value.filter((_, at) => at !== index))}
            />
          </Divider>
          <div className="route-part-help">
            {isPair(name) ? pairConditions[name].help : isList(name) ? listConditions[name].help : ''}
          </div>
          {isPair(name) ? (
            <Pair name={name} args={isTags(args) ? {} : args} onChange={(next) => change(index, next)} />
          ) : (
            <Tags name={name} tags={isTags(args) ? args : []} onChange={(next) => change(index, next)} />
          )}
        </div>
      ))}
      <Dropdown
        trigger={['click']}
        menu={{
          items: names.map((name) => ({ key: name, label: name })),
          onClick: ({ key }) => {
            const name = names.find((one) => one === key)
            if (name) onChange?.([...value, emptyOf(name)])
          },
        }}
      >
        <Button type="dashed" block icon={<DownOutlined />} iconPlacement="end">
          添加路由条件
        </Button>
      </Dropdown>
    </>
  )
}

function Pair({
  name,
  args,
  onChange,
}: {
  readonly name: PairCondition
  readonly args: Readonly<Record<string, string>>
  onChange(args: Readonly<Record<string, string>>): void
}) {
  return (
    <div className="route-pair">
      {pairConditions[name].args.map(([key, title]) => (
        <label key={key} style={{ display: 'contents' }}>
          <span>{title}</span>
          <Input
            value={args[key] ?? ''}
            placeholder={`请输入${title}`}
            maxLength={200}
            onChange={(event) => onChange({ ...args, [key]: event.target.value })}
          />
        </label>
      ))}
    </div>
  )
}

function Tags({
  name,
  tags,
  onChange,
}: {
  readonly name: string
  readonly tags: readonly string[]
  onChange(tags: readonly string[]): void
}) {
  // The place of the tag that is typed in; that behind the last one is new.
  const [edited, setEdited] = useState<number | null>(null)
  const [text, setText] = useState('')
  const placeholder = isList(name) ? listConditions[name].placeholder : ''
  const begin = (index: number) => (setEdited(index), setText(tags[index] ?? ''))
  const finish = () => {
    const typed = text.trim()
    if (edited !== null && typed !== '' && !tags.includes(typed))
      onChange(edited < tags.length ? tags.map((tag, at) => (at === edited ? typed : tag)) : [...tags, typed])
    setEdited(null)
    setText('')
  }
  const input = (
    <Input
      key="typed"
      size="small"
      autoFocus
      style={{ width: 190, maxWidth: '100%' }}
      value={text}
      maxLength={255}
      placeholder={placeholder}
      aria-label={`${name} 的值`}
      onChange={(event) => setText(event.target.value)}
      onBlur={finish}
      onPressEnter={(event) => (event.preventDefault(), finish())}
    />
  )
  return (
    <div className="route-tags">
      {tags.map((tag, index) =>
        index === edited ? (
          input
        ) : (
          <Tag
            key={tag}
            closable
            onClose={(event) => (event.preventDefault(), onChange(tags.filter((_, at) => at !== index)))}
          >
            <button type="button" className="route-tag-button" title="点击修改" onClick={() => begin(index)}>
              {tag}
            </button>
          </Tag>
        ),
      )}
      {edited === tags.length ? (
        input
      ) : (
        <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => begin(tags.length)}>
          新建{name}
        </Button>
      )}
    </div>
  )
}
