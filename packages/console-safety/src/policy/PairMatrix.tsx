import { hazardPair } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { useDictionary } from '@suoan/console-base/resource/dictionaries.ts'
import { resourceApi, type RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { useCanVerb } from '@suoan/console-base/session/Can.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { anyWork, cellKey, matrixOf, severityWords, type MatrixCell } from './pair-matrix.ts'
import './policy.css'

const FormDialog = lazyPart('FormDialog', () =>
  import('@suoan/console-base/resource/parts/FormDialog.tsx').then((m) => m.FormDialog),
)

type Pair = RowOf<typeof hazardPair.fields>
type Editing = { readonly mode: 'add' | 'edit' | 'detail'; readonly row: Partial<Pair> }

/** More pairs than this are no matrix: the list shows them. */
const mostPairs = 1000

/** Kinds of work against kinds of work: how bad it is to do both in one place; a cell is pressed to set it. */
export function PairMatrix() {
  const types = useDictionary('lo_work_type')
  const mayAdd = useCanVerb(hazardPair, 'add')
  const mayEdit = useCanVerb(hazardPair, 'edit')
  const [editing, setEditing] = useState<Editing | null>(null)
  const pairs = useQuery({
    queryKey: [...resourceKey(hazardPair), 'matrix'],
    queryFn: async ({ signal }) =>
      (await resourceApi(hazardPair).list({ pageNo: '1', pageSize: String(mostPairs) }, signal)).records,
  })
  const cells = useMemo(() => matrixOf(pairs.data ?? []), [pairs.data])
  if (pairs.isPending) return <LoadingState rows={8} />
  if (!pairs.data) return <ErrorState error={pairs.error} onRetry={() => void pairs.refetch()} />
  const sides = [{ value: anyWork, text: '任何作业' }, ...types]
  const edit = (row: Pair) => setEditing({ mode: mayEdit ? 'edit' : 'detail', row })
  return (
    <>
      <KeptNote query={pairs} />
      <p className="matrix-legend">
        {[3, 2, 1].map((level) => (
          <span key={level}>
            <i className={`matrix-sign severity-${level}`}>{severityWords[level]}</i>
            {legend[level]}
          </span>
        ))}
        <span>
          <i className="matrix-sign">+n</i>另有按危害细分的规则
        </span>
      </p>
      <div className="matrix-scroll" role="region" aria-label="作业冲突矩阵" tabIndex={0}>
        <table className="matrix">
          <thead>
            <tr>
              <td />
              {sides.map(({ value, text }) => (
                <th key={value} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sides.map((row, line) => (
              <tr key={row.value}>
                <th scope="row">{row.text}</th>
                {sides.map((column, at) =>
                  // A pair names its sides in no order: the upper half would say the same once more.
                  at > line || (row.value === anyWork && column.value === anyWork) ? (
                    <td key={column.value} className="matrix-none" />
                  ) : (
                    <td key={column.value}>
                      <Cell
                        cell={cells.get(cellKey(row.value, column.value))}
                        label={`${row.text}与${column.text}`}
                        mayAdd={mayAdd}
                        onEdit={edit}
                        onAdd={() =>
                          setEditing({
                            mode: 'add',
                            row: {
                              typeA: row.value || null,
                              typeB: column.value || null,
                              ruleCode: codeFor(row.value, column.value),
                              pairName: `${row.text}与${column.text}同时进行`,
                              severity: 3,
                              adjacent: 1,
                              status: 1,
                            },
                          })
                        }
                      />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Suspense fallback={null}>
        {editing && (
          <FormDialog
            resource={hazardPair}
            mode={editing.mode}
            row={editing.row}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const legend: Readonly<Record<number, string>> = {
  3: '不能同时进行',
  2: '落实措施后可以',
  1: '审批时提示',
}

/** A code that says which two it is about; whoever adds a second one for the same two changes it. */
const codeFor = (a: string, b: string): string => `P-${[a || 'ANY', b || 'ANY'].toSorted().join('-')}`

interface CellProps {
  readonly cell: MatrixCell<Pair> | undefined
  /** Both kinds of work, in words. */
  readonly label: string
  readonly mayAdd: boolean
  onEdit(pair: Pair): void
  onAdd(): void
}

function Cell({ cell, label, mayAdd, onEdit, onAdd }: CellProps) {
  const { pairs = [], severity = null, narrower = 0 } = cell ?? {}
  const word = severity === null ? '' : (severityWords[severity] ?? '')
  const says = [
    word,
    narrower > 0 ? `+${narrower}` : '',
    severity === null && narrower === 0 && pairs.length > 0 ? '停用' : '',
  ]
    .filter(Boolean)
    .join(' ')
  const [only] = pairs
  const button = (press?: () => void) => (
    <Button
      type="text"
      className={`matrix-cell${severity === null ? '' : ` severity-${severity}`}`}
      aria-label={`${label}：${says || '没有规则'}`}
      disabled={pairs.length === 0 && !mayAdd}
      {...(press ? { onClick: press } : {})}
    >
      {says}
    </Button>
  )
  if (only === undefined) return button(onAdd)
  if (pairs.length === 1 && !mayAdd) return button(() => onEdit(only))
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          ...pairs.map((pair) => ({
            key: pair.id,
            label: `${pair.pairName ?? ''}（${pair.ruleCode ?? ''}）`,
          })),
          ...(mayAdd ? [{ key: 'add', label: '新增规则' }] : []),
        ],
        onClick: ({ key }) => {
          const pair = pairs.find(({ id }) => id === key)
          if (pair) onEdit(pair)
          else onAdd()
        },
      }}
    >
      {button()}
    </Dropdown>
  )
}
