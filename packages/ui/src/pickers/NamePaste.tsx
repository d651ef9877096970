import { Alert, Button, Checkbox, Input, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Chosen } from './chosen.ts'
import { listProblem, namesIn, sortNames } from './name-list.ts'
import type { FoundName, SortedNames } from './name-list.ts'

/** How the names of a list are looked up. */
export interface NameSearch {
  /** Names at once. */
  readonly most: number
  find(names: readonly string[], signal: AbortSignal): Promise<readonly FoundName[]>
  /** What is said when they cannot be looked up. */
  failureText(error: unknown): string
}

interface Props {
  readonly search: NameSearch
  /** Adds to what is chosen, or takes one away that a namesake was ticked for. */
  onAdd(found: readonly Chosen[]): void
  onDrop(key: string): void
}

type Shown =
  | { readonly is: 'closed' }
  | { readonly is: 'typing'; readonly problem: string | null }
  | { readonly is: 'looking' }
  | { readonly is: 'done'; readonly sorted: SortedNames }

/** 粘贴名单: whoever is found is chosen, namesakes are asked about, names that nobody has are listed. */
export function NamePaste({ search, onAdd, onDrop }: Props) {
  const [shown, setShown] = useState<Shown>({ is: 'closed' })
  const [text, setText] = useState('')
  const asked = useRef<AbortController>(null)
  useEffect(() => () => asked.current?.abort(), [])
  const names = namesIn(text)
  const find = async () => {
    const problem = listProblem(names, search.most)
    if (problem !== null) return setShown({ is: 'typing', problem })
    const controller = new AbortController()
    asked.current = controller
    setShown({ is: 'looking' })
    try {
      const sorted = sortNames(await search.find(names, controller.signal))
      if (controller.signal.aborted) return
      onAdd(sorted.sure)
      setShown({ is: 'done', sorted })
    } catch (error) {
      if (!controller.signal.aborted) setShown({ is: 'typing', problem: search.failureText(error) })
    }
  }
  if (shown.is === 'closed')
    return (
      <Button className="name-paste-open" onClick={() => setShown({ is: 'typing', problem: null })}>
        粘贴名单
      </Button>
    )
  if (shown.is === 'done')
    return (
      <Result
        {...shown.sorted}
        onTick={(one, on) => (on ? onAdd([one]) : onDrop(one.key))}
        onClose={() => {
          setText('')
          setShown({ is: 'closed' })
        }}
      />
    )
  const isLooking = shown.is === 'looking'
  return (
    <section className="name-paste" aria-label="粘贴名单">
      <Input.TextArea
        autoFocus
        rows={4}
        aria-label="名单"
        placeholder="粘贴姓名、账号或工号，每行一个，也可用逗号或顿号分隔"
        disabled={isLooking}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setShown({ is: 'typing', problem: null })
        }}
      />
      {shown.is === 'typing' && shown.problem !== null && (
        <Alert type="warning" showIcon title={shown.problem} role="alert" />
      )}
      <Space>
        <Button type="primary" loading={isLooking} onClick={() => void find()}>
          查找 {names.length} 个姓名
        </Button>
        <Button
          onClick={() => {
            asked.current?.abort()
            setShown(isLooking ? { is: 'typing', problem: null } : { is: 'closed' })
          }}
        >
          {isLooking ? '停止' : '收起'}
        </Button>
      </Space>
    </section>
  )
}

interface ResultProps extends SortedNames {
  onTick(one: Chosen, on: boolean): void
  onClose(): void
}

function Result({ sure, several, missing, onTick, onClose }: ResultProps) {
  return (
    <section className="name-paste" aria-label="名单的查找结果">
      <p role="status">
        已选入 {sure.length} 个{several.length > 0 && `，${several.length} 个姓名有重名，请勾选所指的人`}
        {missing.length > 0 && `，${missing.length} 个未找到`}。
      </p>
      <div className="name-paste-found">
        {several.map(({ name, choices, total }) => (
          <div key={name} role="group" aria-label={name}>
            <b>{name}</b>
            {choices.map((one) => (
              <Checkbox key={one.key} onChange={({ target }) => onTick(one, target.checked)}>
                {one.label} {one.hint}
              </Checkbox>
            ))}
            {total > choices.length && (
              <span>另有 {total - choices.length} 人同名，请在列表中按账号查找</span>
            )}
          </div>
        ))}
      </div>
      {missing.length > 0 && (
        <Input.TextArea
          readOnly
          aria-label="未找到的姓名"
          autoSize={{ minRows: 1, maxRows: 4 }}
          value={missing.join('、')}
        />
      )}
      <Button onClick={onClose}>完成</Button>
    </section>
  )
}
