import { App } from 'antd'
import { useId, useImperativeHandle, useRef, useState, type CSSProperties } from 'react'
import { readAddSettings, keepAddSettings } from './add-settings.ts'
import { chooseFile, fileMenu } from './cells/files.tsx'
import { busyUploads, uploadOf } from './cells/upload-state.ts'
import type { Row, RowId, RowPart } from './model/row.ts'
import { touchedBy } from './model/history.ts'
import { pasteTexts } from './model/range-edits.ts'
import { openRow } from './open-row.ts'
import type { EditableTableHandle, EditableTableProps, Identified } from './props.ts'
import { useTable } from './use-table.ts'
import { useTableContext } from './use-table-context.ts'
import { columnMenu } from './view/column-menu.tsx'
import { DetailsDialog } from './view/DetailsDialog.tsx'
import { FilterBox } from './view/FilterBox.tsx'
import { FindBar } from './view/FindBar.tsx'
import { Grid, type GridHandle } from './view/Grid.tsx'
import { Pager } from './view/Pager.tsx'
import { PointMenu, type OpenedMenu } from './view/PointMenu.tsx'
import { PrintTable } from './view/PrintTable.tsx'
import { rowMenu } from './view/row-menu.tsx'
import { rowHeights, type TableSize } from './view/sizes.ts'
import { SubForm, type SubFormState } from './view/SubForm.tsx'
import { Toolbar, usualButtons } from './view/Toolbar.tsx'
import './editable-table.css'

/** The table people type into: spec/2-data-entry.md §2 and, beyond it, ranges, clipboard, fill, undo and find. */
export function EditableTable<R extends Identified = Row>({ ref, ...props }: EditableTableProps<R>) {
  const { label, size = 'medium', maxHeight = 400, pager } = props
  const { message, modal } = App.useApp()
  const idPrefix = useId()
  const grid = useRef<GridHandle>(null)
  const root = useRef<HTMLDivElement>(null)
  const [said, say] = useState('')
  const [addSettings, setAddSettings] = useState(() => readAddSettings(localStorage))
  const [isCollapsed, setCollapsed] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const [menu, setMenu] = useState<OpenedMenu | null>(null)
  const [filtering, setFiltering] = useState<{
    readonly key: string
    readonly x: number
    readonly y: number
  } | null>(null)
  const [subForm, setSubForm] = useState<SubFormState | null>(null)

  const { table, columns, isLocalPage } = useTable(props)

  const context = useTableContext(props, table, columns, idPrefix)

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

  const expand = (id: RowId) =>
    openRow(table, id, props.loadChildren, (reason) => message.error(`${reason}，请重试`))

  const [detailsOf, setDetailsOf] = useState<RowId | null>(null)
  const detailed = detailsOf === null ? undefined : table.store.row(detailsOf)
  const isExcluded = (code: string) => props.excludedCodes?.includes(code) ?? false
  const ask = (id: RowId) =>
    modal.confirm({
      title: '确定要删除这 1 项吗?',
      okText: '确定',
      cancelText: '取消',
      onOk: () => say(`已删除 ${table.remove([id]).length} 项`),
    })

  /** The keys go on where they were before the menu opened. */
  const closeMenu = () => {
    setMenu(null)
    grid.current?.focus()
  }
  const openedPart = props.subForm ?? props.expandedRow
  const expandPart = (id: RowId) => {
    const anchor = root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
    if (anchor && openedPart) setSubForm({ id, anchor, content: openedPart })
  }
  const openRowMenu = (id: RowId, x: number, y: number) =>
    setMenu({
      items: rowMenu(table, id, {
        insert,
        remove: isExcluded('batch_delete') ? null : ask,
        details: props.details ? setDetailsOf : null,
        expand: openedPart ? expandPart : null,
      }),
      x,
      y,
    })
  const act = (
    name: string,
    { id, key }: Readonly<{ id: RowId; key: string | null }>,
    element: HTMLElement,
  ) => {
    const column = key === null ? undefined : table.column(key)
    const { left, bottom } = element.getBoundingClientRect()
    if (name === 'order') openRowMenu(id, left, bottom)
    else if (name === 'details' && props.details) setDetailsOf(id)
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

  const turnBack = (which: 'undo' | 'redo') => {
    const edit = which === 'undo' ? table.undo() : table.redo()
    const verb = which === 'undo' ? '撤销' : '重做'
    const touched = edit && touchedBy(edit)
    // What changed is shown: undone out of sight, nobody would know what it was.
    if (touched && table.view.all.includes(touched.id)) {
      turnToRow(touched.id)
      grid.current?.goTo(touched, false)
    }
    say(edit ? `已${verb}：${edit.label}` : `没有可以${verb}的修改`)
  }
  const save = () => {
    if (table.openCell.refused)
      return void message.warning(`${table.openCell.refused.problem}，请改正后再保存`)
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
      className={`et is-${size}${props.isLoading ? ' is-loading' : ''}${props.isReadOnly ? ' is-read-only' : ''}`}
      aria-busy={props.isLoading || undefined}
      onKeyDownCapture={(event) => {
        // Pressed before the menu had taken the focus, it still means the menu.
        if (event.key !== 'Escape' || !menu) return
        event.stopPropagation()
        closeMenu()
      }}
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
          onTurnBack={turnBack}
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
          onRowMenu={(id, x, y) => !table.isDisabled(id) && openRowMenu(id, x, y)}
          onColumnMenu={(key, x, y) =>
            setMenu({ items: columnMenu(table, key, () => setFiltering({ key, x, y })), x, y })
          }
          onAct={act}
          onFind={() => setFinding(true)}
          onTurnBack={turnBack}
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
      {menu && <PointMenu menu={menu} onClose={closeMenu} />}
      {filtering && (
        <FilterBox
          table={table}
          column={filtering.key}
          x={filtering.x}
          y={filtering.y}
          onClose={() => {
            setFiltering(null)
            grid.current?.focus()
          }}
        />
      )}
      {detailed && props.details && (
        <DetailsDialog
          {...props.details(detailed, (key) => {
            const column = table.column(key)
            return column ? table.text(detailed, column) : ''
          })}
          onClose={() => setDetailsOf(null)}
        />
      )}
      <PrintTable table={table} label={label} />
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
