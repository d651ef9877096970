import { App, Dropdown, Pagination, type MenuProps } from 'antd'
import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type ReactNode,
  type Ref,
} from 'react'
import { readAddSettings, keepAddSettings } from './add-settings.ts'
import { chooseFile, fileMenu } from './cells/files.tsx'
import { busyUploads, uploadOf } from './cells/upload-state.ts'
import { useDictionaries } from './cells/use-dictionaries.ts'
import type { CellTypes } from './model/cell-type.ts'
import type { Column } from './model/column.ts'
import { noSettings, readSettings } from './model/layout.ts'
import type { CellId, Row, RowId, RowPart } from './model/row.ts'
import { pasteTexts, type Written } from './model/range-edits.ts'
import { Table, type TableEvent, type TableValues } from './model/table.ts'
import type { Verdict } from './model/validation.ts'
import { columnMenu } from './view/column-menu.tsx'
import type { Slot, TableContext, TablePorts } from './view/context.ts'
import { FilterBox } from './view/FilterBox.tsx'
import { FindBar } from './view/FindBar.tsx'
import { Grid, type GridHandle } from './view/Grid.tsx'
import { rowMenu } from './view/row-menu.tsx'
import { leadColumns, leadWidth, rowHeights, type TableSize } from './view/sizes.ts'
import { SubForm, type SubFormState } from './view/SubForm.tsx'
import { Toolbar, usualButtons, type ToolbarButton } from './view/Toolbar.tsx'
import './editable-table.css'

/** What a page may ask of the table (spec/2-data-entry.md §4; names as the specification has them). */
export interface EditableTableHandle {
  readonly table: Table
  getValues(options?: { readonly withTemporaryIds?: boolean }): TableValues
  /** Judges every cell; the first wrong one is scrolled to and made active. */
  validate(): Verdict
  addRows(parts?: readonly RowPart[]): readonly Row[]
  insertRow(below: RowId, part?: RowPart): readonly Row[] | null
  removeRows(ids: readonly RowId[]): readonly Row[]
  removeSelection(): readonly Row[]
  clearSelection(): void
  /** Writes texts from the active cell on, as a paste does. */
  paste(texts: readonly (readonly string[])[]): Written
  resetScrollTop(): void
  goTo(cell: CellId): void
}

export interface EditableTablePager {
  readonly current: number
  readonly pageSize: number
  /** Rows on the server; without it the rows given are all, and the table turns their pages itself. */
  readonly total?: number
  readonly pageSizeOptions?: readonly number[]
  onChange?(current: number, pageSize: number): void
}

/** A row of the page's own shape. */
interface Identified {
  readonly id: RowId
}

export interface EditableTableProps<R extends Identified = Row> {
  readonly columns: readonly Column[]
  /** Another list replaces all rows. With `onRows` the page holds them: what differs from the table's own is taken in. */
  readonly rows: readonly R[]
  readonly ref?: Ref<EditableTableHandle>
  /** What a screen reader calls the table. */
  readonly label: string
  readonly size?: TableSize
  /** px of rows before the body scrolls; 400 by specification. */
  readonly maxHeight?: number
  readonly isReadOnly?: boolean
  readonly alwaysEdit?: boolean
  readonly isLoading?: boolean
  readonly empty?: ReactNode
  /** False leaves the toolbar out. */
  readonly toolbar?: readonly ToolbarButton[] | false
  readonly toolbarPrefix?: ReactNode
  readonly toolbarSuffix?: ReactNode
  /** Codes this user may not use (authPre, spec/2-data-entry.md §6): `add`, `batch_delete`. */
  readonly excludedCodes?: readonly string[]
  readonly hasAddSettings?: boolean
  readonly rowNumber?: boolean
  readonly rowSelection?: boolean | 'radio'
  readonly dragSort?: boolean
  readonly dragSortKey?: string
  readonly disabledRows?: Readonly<Record<string, unknown>>
  /** Rows that are edited, but neither ticked nor removed. */
  readonly staysAlways?: (id: RowId) => boolean
  readonly pager?: EditableTablePager
  readonly types?: CellTypes
  readonly slots?: Readonly<Record<string, Slot>>
  readonly ports?: TablePorts
  /** Columns the person arranged are kept in this browser under this name. */
  readonly settingsKey?: string
  /** Children of a row; null where they are loaded when it is opened. */
  readonly childrenOf?: (row: Row) => readonly Row[] | null
  readonly loadChildren?: (row: Row) => Promise<readonly Row[]>
  /** A form for one row, in a popover under it. */
  readonly subForm?: (row: Row) => ReactNode
  /** A part for one row that opens by the expander, in a popover too. */
  readonly expandedRow?: (row: Row) => ReactNode
  /** A new row begins with this. */
  readonly newRow?: () => Omit<R, 'id'>
  onEvent?(event: TableEvent): void
  /** The rows after each change, for a page that holds them itself. */
  onRows?(rows: readonly R[]): void
  onSave?(values: TableValues): void
}

const noSlots = {}
const noPorts = {}
const sizes = [10, 20, 30] as const

/** The table people type into: spec/2-data-entry.md §2 and, beyond it, ranges, clipboard, fill, undo and find. */
export function EditableTable<R extends Identified = Row>({ ref, ...props }: EditableTableProps<R>) {
  const { label, size = 'medium', maxHeight = 400, ports = noPorts, slots = noSlots, pager } = props
  const { message, modal } = App.useApp()
  const idPrefix = useId()
  const grid = useRef<GridHandle>(null)
  const root = useRef<HTMLDivElement>(null)
  const [said, say] = useState('')
  const [addSettings, setAddSettings] = useState(() => readAddSettings(localStorage))
  const [isCollapsed, setCollapsed] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const [menu, setMenu] = useState<{
    readonly items: MenuProps['items']
    readonly x: number
    readonly y: number
  } | null>(null)
  const [filtering, setFiltering] = useState<{
    readonly key: string
    readonly x: number
    readonly y: number
  } | null>(null)
  const [subForm, setSubForm] = useState<SubFormState | null>(null)
  const handedOut = useRef<readonly Row[] | null>(null)

  const rows = rowsOfPage(props.rows)
  const columns = useDictionaries(props.columns, ports)
  const options = useMemo(
    () => ({
      columns,
      ...(props.types ? { types: props.types } : {}),
      ...(props.disabledRows ? { disabledRows: props.disabledRows } : {}),
      ...(props.dragSortKey === undefined ? {} : { dragSortKey: props.dragSortKey }),
      selectionMode: props.rowSelection === 'radio' ? ('radio' as const) : ('checkbox' as const),
      isReadOnly: props.isReadOnly ?? false,
      mayAdd: !(props.excludedCodes?.includes('add') ?? false),
      ...(props.childrenOf ? { childrenOf: props.childrenOf } : {}),
      ...(props.staysAlways ? { staysAlways: props.staysAlways } : {}),
      ...(props.newRow ? { newRow: props.newRow } : {}),
    }),
    [
      columns,
      props.types,
      props.disabledRows,
      props.dragSortKey,
      props.rowSelection,
      props.isReadOnly,
      props.excludedCodes,
      props.childrenOf,
      props.newRow,
      props.staysAlways,
    ],
  )
  const [table] = useState(() => {
    const made = new Table(options)
    if (props.settingsKey !== undefined)
      made.arrange(readSettings(localStorage.getItem(`SUOAN_TABLE_${props.settingsKey}`)))
    return made
  })
  useEffect(() => table.configure(options), [table, options])
  const isHeldByPage = props.onRows !== undefined
  useEffect(() => {
    if (!isHeldByPage) table.load(rows)
    else if (rows !== handedOut.current) table.takeIn(rows)
  }, [table, rows, isHeldByPage])
  const handOut = useEffectEvent(() => {
    if (!props.onRows) return
    const next = [...table.store.all()]
    handedOut.current = next
    props.onRows(rowsForPage<R>(next))
  })
  const report = useEffectEvent((event: TableEvent) => props.onEvent?.(event))
  useEffect(() => table.listen(report), [table])
  useEffect(() => table.store.subscribe(({ loaded }) => loaded || handOut()), [table])
  const isLocalPage = pager !== undefined && pager.total === undefined
  const [current, pageSize] = isLocalPage ? [pager.current, pager.pageSize] : [null, null]
  useEffect(() => table.turnTo(current === null ? null : { current, pageSize }), [table, current, pageSize])
  const { settingsKey } = props
  const arranged = useSyncExternalStore(table.subscribe, () => table.settings)
  useEffect(() => {
    if (settingsKey !== undefined && arranged !== noSettings)
      localStorage.setItem(`SUOAN_TABLE_${settingsKey}`, JSON.stringify(arranged))
  }, [settingsKey, arranged])

  const hasTree = props.childrenOf !== undefined || props.loadChildren !== undefined
  const hasStatistics = columns.some(({ statistics }) => statistics?.length)
  const context = useMemo((): TableContext => {
    const lead = leadColumns(
      {
        drag: (props.dragSort ?? false) && !(props.isReadOnly ?? false),
        expand: props.expandedRow !== undefined,
        check: props.rowSelection !== false && props.rowSelection !== undefined,
        number: props.rowNumber ?? true,
      },
      hasStatistics,
    )
    return {
      table,
      size,
      rowHeight: rowHeights[size],
      lead,
      leadWidth: leadWidth(lead),
      slots,
      ports,
      isAlwaysEditing: (props.alwaysEdit ?? false) && !(props.isReadOnly ?? false),
      idPrefix,
      hasTree,
      mayHaveChildren: (row) =>
        row['isLeaf'] !== true &&
        (row['hasChildren'] === true || (table.store.children(row.id)?.length ?? 0) > 0),
    }
  }, [
    table,
    size,
    slots,
    ports,
    idPrefix,
    hasTree,
    hasStatistics,
    props.dragSort,
    props.expandedRow,
    props.rowSelection,
    props.rowNumber,
    props.alwaysEdit,
    props.isReadOnly,
  ])

  const close = () => setSubForm(null)
  const reveal = (added: readonly Row[]) => {
    const [row] = added
    const first = table.placement.columns[0]?.column
    if (!row || !first || !addSettings.addScrollToBottom) return added
    if (!table.view.all.includes(row.id)) {
      // Hidden by the filter, it would be typed into unseen.
      table.filterColumn(null, '')
      message.info('新行不符合筛选条件，已取消筛选')
    }
    turnToRow(row.id)
    grid.current?.goTo({ id: row.id, key: first.key })
    return added
  }
  const add = (parts: readonly RowPart[] = []) => {
    return reveal(
      table.add(props.hasAddSettings ? addSettings : { ...addSettings, addRowNum: 1, addIndex: 0 }, parts),
    )
  }
  const insert = (below: RowId, part: RowPart = {}) => {
    const inserted = table.insertBelow(below, part)
    if (!inserted) message.warning('你点击的太快了，请慢点点击!')
    return inserted
  }
  const handle: EditableTableHandle = {
    table,
    getValues: (wanted) => table.values(wanted),
    validate() {
      const verdict = table.validate()
      if (verdict.first) {
        turnToRow(verdict.first.id)
        grid.current?.goTo(verdict.first)
      }
      return verdict
    },
    addRows: add,
    insertRow: insert,
    removeRows: (ids) => table.remove(ids),
    removeSelection: () => table.remove(table.selection.ids),
    clearSelection: () => table.selection.clear(),
    paste: (texts) => pasteTexts(table, texts),
    resetScrollTop: () => grid.current?.scrollToTop(),
    goTo: (cell) => {
      turnToRow(cell.id)
      grid.current?.goTo(cell)
    },
  }
  useImperativeHandle(ref, () => handle)
  /** A row on another page, or under a closed parent, is brought to the screen. */
  const turnToRow = (id: RowId) => {
    for (let parent = table.store.parent(id); parent !== null; parent = table.store.parent(parent))
      table.expand(parent, true)
    const at = table.view.all.indexOf(id)
    if (!pager || at < 0 || !isLocalPage) return
    const current = Math.floor(at / pager.pageSize) + 1
    if (current === pager.current) return
    table.turnTo({ current, pageSize: pager.pageSize })
    pager.onChange?.(current, pager.pageSize)
  }

  const expand = (id: RowId) => {
    const row = table.store.row(id)
    const { loadChildren } = props
    if (!row) return
    if (table.isExpanded(id) || table.store.children(id) !== null || !loadChildren)
      return table.expand(id, !table.isExpanded(id))
    // A line stands in the place of the children until they come (spec/2-data-entry.md §2).
    table.store.loadChildren(id, [{ id: `${id}-loading`, ...loadingRow(columns) }])
    table.store.flush()
    table.expand(id, true)
    loadChildren(row).then(
      (children) => {
        table.store.loadChildren(id, children)
        if (children.length === 0) table.setLeaf(id)
        table.store.flush()
      },
      (error: unknown) => {
        table.unloadChildren(id)
        table.expand(id, false)
        message.error(`${error instanceof Error ? error.message : '下级加载失败'}，请重试`)
      },
    )
  }

  const isExcluded = (code: string) => props.excludedCodes?.includes(code) ?? false
  const ask = (id: RowId) =>
    modal.confirm({
      title: '确定要删除这 1 项吗?',
      okText: '确定',
      cancelText: '取消',
      onOk: () => say(`已删除 ${table.remove([id]).length} 项`),
    })

  const act = (
    name: string,
    { id, key }: Readonly<{ id: RowId; key: string | null }>,
    element: HTMLElement,
  ) => {
    const column = key === null ? undefined : table.column(key)
    const { left, bottom } = element.getBoundingClientRect()
    if (name === 'order')
      setMenu({
        items: rowMenu(table, id, { insert, remove: isExcluded('batch_delete') ? null : ask }),
        x: left,
        y: bottom,
      })
    else if (name === 'detail' && props.expandedRow)
      setSubForm((open) =>
        open?.id === id ? null : { id, anchor: element, content: props.expandedRow ?? null },
      )
    else if (column && name === 'upload-error')
      modal.error({
        title: '上传出错',
        content: `错误信息：${uploadOf(table, { id, key: column.key })?.message ?? '未知错误'}`,
      })
    else if (column && name === 'upload') chooseFile(context, { id, key: column.key }, say)
    else if (column && name === 'file-menu')
      setMenu({ items: fileMenu(context, { id, key: column.key }, say), x: left, y: bottom })
  }

  const save = () => {
    const busy = busyUploads(table)
    if (busy > 0) message.warning(`还有 ${busy} 个文件正在上传，请稍候再保存`)
    else props.onSave?.(table.values())
  }

  const buttons = (props.toolbar === false ? [] : (props.toolbar ?? usualButtons)).filter(
    (button) =>
      !(button === 'add' && isExcluded('add')) && !(button === 'remove' && isExcluded('batch_delete')),
  )
  const { subForm: rowForm } = props
  return (
    <div
      ref={root}
      style={heightOf(size)}
      className={`et is-${size}${props.isLoading ? ' is-loading' : ''}`}
      aria-busy={props.isLoading || undefined}
    >
      {props.toolbar !== false && (
        <Toolbar
          table={table}
          buttons={buttons}
          prefix={props.toolbarPrefix}
          suffix={props.toolbarSuffix}
          isSmall={size === 'tiny' || size === 'mini'}
          hasDisabledRows={props.disabledRows !== undefined || props.staysAlways !== undefined}
          settings={props.hasAddSettings ? addSettings : null}
          isCollapsed={isCollapsed}
          onAdd={() => add()}
          {...(props.onSave ? { onSave: save } : {})}
          onSettings={(next) => {
            setAddSettings(next)
            keepAddSettings(localStorage, next)
            message.success('保存成功')
          }}
          onCollapse={() => setCollapsed(!isCollapsed)}
          onSay={say}
        />
      )}
      {isFinding && (
        <FindBar
          table={table}
          onGoTo={(cell) => {
            turnToRow(cell.id)
            grid.current?.goTo(cell, false)
          }}
          onClose={() => {
            setFinding(false)
            grid.current?.focus()
          }}
        />
      )}
      <div className="et-frame" hidden={isCollapsed}>
        <Grid
          ref={grid}
          context={context}
          maxHeight={maxHeight}
          label={label}
          empty={
            props.isLoading
              ? '加载中…'
              : table.columnFilters.size > 0
                ? '没有符合筛选条件的行，可在列菜单中取消筛选'
                : (props.empty ?? '暂无数据')
          }
          say={say}
          warn={(text) => void message.warning(text)}
          onRowMenu={(id, x, y) =>
            !table.isDisabled(id) &&
            setMenu({
              items: rowMenu(table, id, { insert, remove: isExcluded('batch_delete') ? null : ask }),
              x,
              y,
            })
          }
          onColumnMenu={(key, x, y) =>
            setMenu({ items: columnMenu(table, key, () => setFiltering({ key, x, y })), x, y })
          }
          onAct={act}
          onFind={() => setFinding(true)}
          onExpand={expand}
          onInsertBelow={insert}
          {...(rowForm
            ? { onRowClick: (id: RowId, anchor: HTMLElement) => setSubForm({ id, anchor, content: rowForm }) }
            : {})}
          onDistract={close}
        />
        {subForm && (
          <SubForm
            state={subForm}
            row={table.store.row(subForm.id) ?? null}
            frame={root}
            onClose={close}
            onFailure={() => message.error('打开子表失败')}
          />
        )}
      </div>
      {pager && <Pager pager={pager} count={table.view.all.length} size={size} />}
      {menu && (
        <Dropdown
          open
          menu={{ items: menu.items ?? [], onClick: () => setMenu(null) }}
          trigger={['click']}
          autoFocus
          onOpenChange={(isOpen) => {
            if (!isOpen) setMenu(null)
          }}
        >
          <span className="et-point" style={{ left: menu.x, top: menu.y }} />
        </Dropdown>
      )}
      {filtering && (
        <FilterBox
          table={table}
          column={filtering.key}
          x={filtering.x}
          y={filtering.y}
          onClose={() => setFiltering(null)}
        />
      )}
      <div className="et-said" role="status" aria-live="polite">
        {said}
      </div>
    </div>
  )
}

/** The height of a row, for the style sheet. */
const heightOf = (size: TableSize): CSSProperties & Readonly<Record<'--et-row', string>> => ({
  '--et-row': `${rowHeights[size]}px`,
})

/** The page's rows hold a value per column key, as the table's do; its own type says which. */
const rowsOfPage = (rows: readonly Identified[]): readonly Row[] => rows as readonly Row[]
const rowsForPage = <R extends Identified>(rows: readonly Row[]): readonly R[] =>
  rows as readonly unknown[] as readonly R[]

const loadingRow = (columns: readonly Column[]): RowPart => {
  const first = columns.find(({ type }) => type !== 'hidden')
  return { isLeaf: true, isPlaceholder: true, ...(first ? { [first.key]: 'loading...' } : {}) }
}

function Pager({ pager, count, size }: { pager: EditableTablePager; count: number; size: TableSize }) {
  return (
    <Pagination
      className="et-pager"
      size={size === 'tiny' || size === 'mini' ? 'small' : 'medium'}
      current={pager.current}
      pageSize={pager.pageSize}
      total={pager.total ?? count}
      pageSizeOptions={[...(pager.pageSizeOptions ?? sizes)]}
      showQuickJumper
      showSizeChanger
      showTotal={(total, [from, to]) => `${from}-${to} 共 ${total} 条`}
      onChange={(current, pageSize) => pager.onChange?.(current, pageSize)}
    />
  )
}
