import { Select, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { AppModal } from '../modal/index.ts'
import type { SavedView, ViewAudience } from './saved-view.ts'

interface Props {
  readonly view: SavedView
  /** Roles and departments by words of their names. */
  load(words: string): Promise<readonly ViewAudience[]>
  /** Shares it with exactly these; resolves to false when it was not done. */
  onShare(audiences: readonly ViewAudience[]): Promise<boolean>
  onClose(): void
}

const kinds = [
  { kind: 'role', title: '角色' },
  { kind: 'depart', title: '部门（含下级）' },
] as const

const keyOf = ({ kind, id }: ViewAudience): string => `${kind} ${id}`

/** Roles and departments whose people see a view; they see the rows and columns of the list that they may see, and no others. */
export function ShareViewDialog({ view, load, onShare, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly ViewAudience[]>(view.audiences)
  const [words, setWords] = useState('')
  const { found, isLoading, problem } = useFound(words, load)
  const [isSending, setSending] = useState(false)
  const known = [...chosen, ...found.filter((each) => !chosen.some((other) => keyOf(other) === keyOf(each)))]
  const send = async () => {
    setSending(true)
    if (await onShare(chosen)) onClose()
    setSending(false)
  }
  return (
    <AppModal
      open
      okClose={false}
      title={`共享视图“${view.name}”`}
      width={520}
      okText="确定"
      cancelText="关闭"
      confirmLoading={isSending}
      onOk={() => void send()}
      onCancel={onClose}
      problem={problem}
    >
      <Select
        mode="multiple"
        autoFocus
        className="share-view-select"
        aria-label="共享给"
        placeholder="选择角色或部门"
        showSearch={{ filterOption: false, onSearch: setWords }}
        notFoundContent={isLoading ? <Spin size="small" /> : '没有找到，请换一个词'}
        value={chosen.map(keyOf)}
        onChange={(keys: string[]) => setChosen(known.filter((each) => keys.includes(keyOf(each))))}
        options={kinds
          .map(({ kind, title }) => ({
            label: title,
            title,
            options: known
              .filter((each) => each.kind === kind)
              .map((each) => ({ value: keyOf(each), label: each.name })),
          }))
          .filter(({ options }) => options.length > 0)}
      />
      <p>这些角色和部门的人可以打开此视图；每人只能看到自己有权查看的数据和列。清空后不再共享。</p>
    </AppModal>
  )
}

/** What is found by the words when nothing was typed for a while; the last answer stands until the next. */
function useFound(words: string, load: Props['load']) {
  const [answer, setAnswer] = useState<{ words: string; found: readonly ViewAudience[]; problem: string }>()
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(() => {
      load(words).then(
        (found) => isWanted && setAnswer({ words, found, problem: '' }),
        () => isWanted && setAnswer({ words, found: [], problem: '角色和部门暂时查不到，请稍后再试' }),
      )
    }, waitMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [words, load])
  return {
    found: answer?.found ?? [],
    problem: answer?.problem ?? '',
    isLoading: answer?.words !== words,
  }
}

/** Waits so long after the last key before it looks, ms. */
const waitMs = 250
