import type { Fields, Resource } from '@suoan/contract'
import { permissionOf } from '@suoan/contract'
import { Button } from 'antd'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { lazyPart } from '../chunk/lazy-part.tsx'
import { useHiddenParts } from '../session/Can.tsx'
import { canDo } from '../session/may-do.ts'
import { useSession } from '../session/session-store.ts'
import { feedback } from '../feedback.ts'
import { useIsNarrow } from '../use-width.ts'
import type { ListRow } from './list-row.ts'
import { isAsked } from './list-state.ts'
import type { FormDialogProps } from './parts/FormDialog.tsx'
import { ExportButton } from './parts/ExportButton.tsx'
import { QueryForm } from './parts/QueryForm.tsx'
import { loadTreeTable, ResourceTable } from './parts/ResourceTable.tsx'
import { ButtonRow } from './parts/ButtonRow.tsx'
import { ListEnd } from './parts/ListEnd.tsx'
import type { ColumnOverrides } from './parts/ResourceTable.tsx'
import { SelectionBar } from './parts/SelectionBar.tsx'
import { Toolbar } from './parts/Toolbar.tsx'
import { resourceApi, type RowOf } from './resource-api.ts'
import './resource.css'
import type { BatchAction, RowAction, ToolbarAction } from './row-action.ts'
import type { FormMode } from './use-resource-form.ts'
import { sheetColumns, useColumns } from './use-columns.ts'
import { runAction } from './run-action.ts'
import { useLatest } from './use-latest.ts'
import { useListKeys } from './use-list-keys.ts'
import { useResourceList } from './use-resource-list.ts'
import type { ListOptions } from './use-resource-list.ts'

// Dialogs come when they are opened: the first list does not wait for date pickers and trees.
const FormDialog = lazyPart('FormDialog', () => import('./parts/FormDialog.tsx').then((m) => m.FormDialog))
const AdvancedQuery = lazyPart('AdvancedQuery', () =>
  import('./parts/AdvancedQuery.tsx').then((m) => m.AdvancedQuery),
)

const ListHelp = lazyPart('ListHelp', () => import('./parts/ListHelp.tsx').then((m) => m.ListHelp))
const FilterChips = lazyPart('FilterChips', () =>
  import('./parts/FilterChips.tsx').then((m) => m.FilterChips),
)

// A page that puts its list together itself takes the parts from here: then they stay one file with the rest of a list.
export { ButtonRow, ExportButton, ListEnd, loadTreeTable, ResourceTable, sheetColumns, useColumns }

/** What a form dialog of one's own is given. */
export interface FormProps {
  readonly mode: FormMode
  readonly row: Partial<ListRow> | null
  onClose(): void
}

/** The second rung: what a page may say beside the description (architecture.md §5). */
export interface ResourcePageOptions<R = ListRow> extends Omit<ListOptions, 'enabled' | 'hidden'> {
  readonly columns?: ColumnOverrides<R>
  /** Columns of the table; those of the description by default. */
  readonly list?: readonly string[]
  readonly rowActions?: readonly RowAction<R>[]
  readonly batchActions?: readonly BatchAction<R>[]
  readonly toolbar?: readonly ToolbarAction<R>[]
  readonly addLabel?: string
  readonly advanced?: boolean
  readonly selectable?: boolean
  readonly exportName?: string
  /** Hides 编辑 or 删除 of single rows. */
  mayEdit?(row: R): boolean
  mayDelete?(row: R): boolean
  readonly form?: Pick<FormDialogProps, 'inputs' | 'toDraft' | 'names' | 'width' | 'send'>
  /** A form dialog of one's own. */
  readonly Form?: ComponentType<FormProps>
  /** Stands above the query form. */
  readonly above?: ReactNode
  /** Further dialogs of the page. */
  readonly below?: ReactNode
  rowClassName?(row: R): string
  readonly deleteQuestion?: string
  /** What an empty list means; 暂无数据 by default. */
  readonly emptyText?: string
}

/**
 * The list page of a resource: query form, toolbar, table and dialogs, made from the description.
 * @example 'system/SysPositionList': () => import(…).then(m => ({ default: m.resourcePage(position) }))
 */
export function resourcePage<F extends Fields, More extends object = object>(
  resource: Resource<F>,
  options: ResourcePageOptions<RowOf<F, More>> = {},
): ComponentType {
  return function Page() {
    return (
      <div className="card">
        <ResourceView<F, More> resource={resource} {...options} />
      </div>
    )
  }
}

/** The same without the card, for drawers and halves of a page. */
export function ResourceView<F extends Fields, More extends object = object>({
  resource,
  ...options
}: ResourcePageOptions<RowOf<F, More>> & { readonly resource: Resource<F> }) {
  const asTree = options.asTree ?? resource.traits.tree !== undefined
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  const list = useResourceList(resource, { ...options, asTree, hidden })
  const listNow = useLatest(list)
  const permissions = useSession((session) => session.permissions)
  const [dialog, setDialog] = useState<{ mode: FormMode; row: Partial<ListRow> | null } | null>(null)
  const [advanced, setAdvanced] = useState(false)
  const may = (verb: Resource['verbs'][number], action: string) =>
    resource.verbs.includes(verb) && canDo(permissions, permissionOf(resource, action))
  const mayAdd = may('add', 'add')
  const parent = resource.traits.tree?.parent

  const mayEdit = may('edit', 'edit')
  const mayDelete = may('delete', 'delete')
  const { rowActions, mayEdit: isEdited, mayDelete: isDeleted, deleteQuestion } = options
  // The table is drawn anew for other actions, so these stay what they are.
  const actions = useMemo(() => {
    const found: RowAction[] = []
    if (mayEdit) {
      found.push({
        key: 'edit',
        label: '编辑',
        primary: true,
        run: (row) => setDialog({ mode: 'edit', row }),
        ...(isEdited ? { when: isEdited } : {}),
      })
    }
    found.push(...(rowActions ?? []))
    if (asTree && mayAdd && parent) {
      found.push({
        key: 'addBelow',
        label: '添加下级',
        run: (row) => setDialog({ mode: 'add', row: { [parent]: row.id } }),
      })
    }
    if (resource.verbs.includes('queryById')) {
      found.push({ key: 'detail', label: '详情', run: (row) => setDialog({ mode: 'detail', row }) })
    }
    if (mayDelete) {
      found.push({
        key: 'delete',
        label: '删除',
        danger: true,
        confirm: deleteQuestion ?? (asTree ? '确定要删除此项以及子节点数据吗?' : '确定删除吗?'),
        ...(isDeleted ? { when: isDeleted } : {}),
        async run(row, now) {
          void feedback().message.success(await resourceApi(resource).remove(row.id))
          now.reload(1)
        },
      })
    }
    return found
  }, [resource, mayEdit, mayDelete, isEdited, isDeleted, deleteQuestion, rowActions, asTree, mayAdd, parent])

  const add = useCallback(() => setDialog({ mode: 'add', row: null }), [])
  const askAdvanced = useCallback(() => setAdvanced(true), [])

  const columns = useColumns(resource, options.list ?? resource.list, options.columns ?? noColumns, {
    chosen: list.state.columns,
    density: list.state.density,
    change: list.setColumns,
  })
  const shownNow = useLatest(columns)
  const columnsNow = useCallback(() => sheetColumns(resource, shownNow()), [shownNow, resource])
  const isNarrow = useIsNarrow()
  const isShowingChips = isAsked(list.state) || columns.missing.length > 0 || list.view.problem !== null
  const Form = options.Form
  const box = useRef<HTMLDivElement>(null)
  const [isHelped, setHelped] = useState(false)
  const openRow = (id: string) => {
    const row = rowNamed(list.rows, id)
    const action = row && openingAction(actions, row, permissions)
    if (row && action) void runAction(() => action.run(row, list))
  }
  const doings = useLatest({ add: mayAdd ? add : null, open: openRow, help: () => setHelped(true) })
  useListKeys(box, list.view.hasViews && dialog === null, doings)
  return (
    <div className="list-box" ref={box}>
      {options.above}
      <QueryForm
        resource={resource}
        names={options.search ?? resource.search}
        filters={list.state.filters}
        loading={list.query.isFetching && !list.query.isPending}
        onSearch={(filters) => listNow().search(filters)}
        onReset={() => listNow().reset()}
      />
      <div className="list-head">
        <Toolbar
          resource={resource}
          listNow={listNow}
          hasSelection={list.selection.length > 0}
          columnsNow={columnsNow}
          isFiltered={list.state.rules.length > 0}
          addLabel={options.addLabel ?? '新增'}
          actions={options.toolbar ?? noActions}
          batch={options.batchActions ?? noActions}
          advanced={options.advanced ?? true}
          exportName={options.exportName ?? resource.title}
          onAdd={add}
          onAdvanced={askAdvanced}
        />
        <ListEnd resource={resource} list={list} columns={columns} />
      </div>
      {isShowingChips && (
        <Suspense fallback={null}>
          <FilterChips
            resource={resource}
            state={list.state}
            missing={columns.missing}
            onChange={list.setConditions}
            onForget={() =>
              list.setColumns({ shown: columns.names, pins: columns.preferences.pins }, list.state.density)
            }
            viewProblem={list.view.problem}
            onForgetView={list.forgetView}
          />
        </Suspense>
      )}
      <SelectionBar count={list.selection.length} onClear={() => list.setSelection([])} />
      <ResourceTable
        resource={resource}
        list={list}
        names={columns.names}
        columns={columns.columns}
        density={columns.preferences.density}
        pins={columns.preferences.pins}
        {...(isNarrow ? {} : { onResize: columns.resize })}
        actions={actions}
        selectable={options.selectable ?? !resource.traits.log}
        {...(options.emptyText ? { emptyText: options.emptyText } : {})}
        empty={emptyHint(isAsked(list.state), mayAdd, add, list.reset)}
        {...(options.rowClassName ? { rowClassName: options.rowClassName } : {})}
      />
      <Suspense fallback={null}>
        {dialog && Form && <Form {...dialog} onClose={() => setDialog(null)} />}
        {dialog && !Form && (
          <FormDialog
            resource={resource}
            mode={dialog.mode}
            row={dialog.row}
            {...options.form}
            {...(options.fixed && dialog.mode === 'add' ? { fixed: options.fixed } : {})}
            onClose={() => setDialog(null)}
          />
        )}
        {advanced && (
          <AdvancedQuery
            resource={resource}
            lines={[...list.state.rules, ...list.state.unapplied]}
            match={list.state.match}
            isBeside={options.stateIn === 'component'}
            onApply={list.setRules}
            onClose={() => setAdvanced(false)}
          />
        )}
      </Suspense>
      {isHelped && (
        <Suspense fallback={null}>
          <ListHelp onClose={() => setHelped(false)} />
        </Suspense>
      )}
      {options.below}
    </div>
  )
}

/** The row with this key, in a tree wherever it hangs. */
function rowNamed(rows: readonly ListRow[], id: string): ListRow | undefined {
  for (const row of rows) {
    const found = row.id === id ? row : rowNamed(row.children ?? [], id)
    if (found) return found
  }
  return undefined
}

/** What Enter does with a row: shows it, else lets it be edited, else the first that asks for nothing. */
function openingAction(
  actions: readonly RowAction[],
  row: ListRow,
  permissions: Parameters<typeof canDo>[0],
): RowAction | undefined {
  const usable = actions.filter(
    ({ permission, when }) => (!permission || canDo(permissions, permission)) && (when?.(row) ?? true),
  )
  const named = ['detail', 'show', 'view', 'edit'].map((key) => usable.find((action) => action.key === key))
  return (
    named.find(Boolean) ?? usable.find(({ primary, confirm, question }) => primary && !confirm && !question)
  )
}

const noColumns = {}
const noActions: never[] = []

/** An empty list says what to do next: loosen the filter, or add the first row. */
function emptyHint(isFiltered: boolean, mayAdd: boolean, onAdd: () => void, onReset: () => void): ReactNode {
  if (isFiltered) {
    return <Button onClick={onReset}>没有符合条件的数据，清空条件</Button>
  }
  return mayAdd ? <Button onClick={onAdd}>新增第一条</Button> : null
}
