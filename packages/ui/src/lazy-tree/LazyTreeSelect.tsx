import { Button, TreeSelect } from 'antd'
import { useId, useState } from 'react'
import { flatNodes, namedValues } from './tree-nodes.ts'
import type { FlatNode } from './tree-nodes.ts'
import { useLazyLevels, type LoadLevel } from './use-lazy-levels.ts'
import { useNames, type LoadNames } from './use-names.ts'
import './lazy-tree.css'

export interface LazyTreeSelectProps {
  load: LoadLevel
  loadNames: LoadNames
  /** What is said of a level that could not be had. */
  failureText?(error: unknown): string
  readonly multiple?: boolean
  /** Values, several as a list. */
  readonly value?: string | readonly string[]
  onChange?(value: string | string[]): void
  readonly disabled?: boolean
  readonly placeholder?: string
  /** Why nothing can be chosen, e.g. a setting that is no JSON; said under the input, nothing is loaded. */
  readonly problem?: string | null
  readonly id?: string
  readonly 'aria-label'?: string
}

interface Labelled {
  readonly value: string
  readonly label: string
}

/** Names of tags are cut after this many characters (2-data-entry.md §9). */
const tagLength = 12

/**
 * Tree select whose levels are loaded when they are opened: a list at most 400 px high, no arrow before a leaf, tags for
 * several (5-screens.md §13.9). The roots are asked for at each opening, the names of stored values in one call; a value
 * that was deleted meanwhile is marked and said.
 */
export function LazyTreeSelect({
  load,
  loadNames,
  failureText = () => '加载失败，请稍后重试',
  multiple = false,
  value,
  onChange,
  placeholder = '请选择',
  problem = null,
  ...input
}: LazyTreeSelectProps) {
  const tree = useLazyLevels(load)
  const [round, setRound] = useState(0)
  const noteId = useId()
  const values = (typeof value === 'string' ? [value] : (value ?? [])).filter((each) => each !== '')
  const nodes = flatNodes(tree.levels)
  const seen = new Map(nodes.map((node) => [node.value, node.title]))
  const chosen = namedValues(values, useNames(values, seen, loadNames, round))
  const gone = chosen.filter(({ isGone }) => isGone)
  const failure = tree.failure && failureText(tree.failure.error)
  const note = problem ?? (gone.length > 0 ? '所选内容已被删除，请重新选择或清空' : null)
  return (
    <>
      <TreeSelect<Labelled | Labelled[] | null, FlatNode>
        {...input}
        className="lazy-tree"
        allowClear
        labelInValue
        multiple={multiple}
        maxTagTextLength={tagLength}
        listHeight={400}
        placeholder={placeholder}
        loading={tree.isLoading}
        disabled={input.disabled === true || problem !== null}
        {...(note === null ? {} : { status: 'error' as const, 'aria-describedby': noteId })}
        onOpenChange={(isOpen) => {
          if (!isOpen) return
          setRound(round + 1)
          tree.loadRoots()
        }}
        treeDataSimpleMode={{ rootPId: '' }}
        treeData={[...nodes]}
        treeExpandedKeys={[...tree.opened]}
        treeLoadedKeys={[...tree.levels.keys()]}
        onTreeExpand={(keys) => tree.setOpened(keys.map(String))}
        loadData={({ value: above }) => tree.loadBelow(String(above))}
        value={multiple ? chosen.map(labelled) : (chosen.map(labelled)[0] ?? null)}
        onChange={(next) => {
          const all = next === null ? [] : Array.isArray(next) ? next : [next]
          const keys = all.map((each) => each.value)
          onChange?.(multiple ? keys : (keys[0] ?? ''))
        }}
        notFoundContent={tree.isLoading ? '加载中…' : (failure ?? '没有查询到任何数据')}
        popupRender={(list) => (
          <>
            {failure !== null && (
              <div className="lazy-tree-failure" role="alert">
                <span>{failure}</span>
                <Button size="small" type="link" onClick={tree.loadRoots}>
                  重试
                </Button>
              </div>
            )}
            {list}
          </>
        )}
      />
      {note !== null && (
        <div id={noteId} className="lazy-tree-note" role="alert">
          {note}
        </div>
      )}
    </>
  )
}

const labelled = ({ value, label }: Labelled): Labelled => ({ value, label })
