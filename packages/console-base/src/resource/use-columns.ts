import { permissionOf, type Resource } from '@suoan/contract'
import {
  columnsFromText,
  columnsToText,
  missingColumns,
  preferencesFromText,
  preferencesToText,
  shownColumns,
  usualColumns,
  withWidth,
  type ChosenColumns,
  type ColumnPreferences,
  type Density,
  type OfferedColumn,
} from '@suoan/ui/column-preferences'
import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { useHiddenParts } from '../session/Can.tsx'
import { useSession } from '../session/session-store.ts'
import { fieldOf } from './list-row.ts'
import { useLatest } from './use-latest.ts'
import type { ColumnOverrides } from './parts/ResourceTable.tsx'

/** Columns every entity has, behind its own. */
const common = ['createBy', 'createTime', 'updateBy', 'updateTime']

/** The columns and the height of rows of a view: those of the address, and how they are changed there. */
interface ColumnsOfView {
  /** null = no view says which. */
  readonly chosen: ChosenColumns | null
  /** null = no view says how high rows are. */
  readonly density: Density | null
  change(chosen: ChosenColumns | null, density: Density | null): void
}

/**
 * The columns of a list as its reader wants them: those of the page until he chooses, kept in this browser for him and
 * this page (5-screens.md §4); those of a view while its address says which, and rows as high as it says. Widths are always his.
 * @param names the page's own columns, in their order
 * @param columns what the page says about them; one that is no field is offered too
 */
export function useColumns(
  resource: Resource,
  names: readonly string[],
  columns: ColumnOverrides,
  ofView: ColumnsOfView,
) {
  const { pathname } = useLocation()
  const username = useSession((session) => session.user?.username ?? '')
  // A page may show lists of several entities.
  const key = `colsettings_${username}_${pathname}_${resource.name}`
  // A page stays where it is; another address is another page.
  const [own, setOwn] = useState(() => preferencesFromText(localStorage.getItem(key)))
  const text = ofView.chosen && columnsToText(ofView.chosen)
  // Another page of the list has the same columns.
  const chosen = useMemo(() => columnsFromText(text), [text])
  const { density } = ofView
  const preferences = useMemo(
    (): ColumnPreferences => ({ ...own, ...chosen, ...(density === null ? {} : { density }) }),
    [own, chosen, density],
  )
  const now = useLatest({ own, chosen, density, changeView: ofView.change })
  const change = useCallback(
    (next: ColumnPreferences) => {
      const before = now()
      // What is changed while a view is open changes what is open, not what he sees without it.
      const kept: ColumnPreferences = {
        ...next,
        ...(before.chosen === null ? {} : { shown: before.own.shown, pins: before.own.pins }),
        ...(before.density === null ? {} : { density: before.own.density }),
      }
      const columns =
        before.chosen === null || next.shown === null ? null : { shown: next.shown, pins: next.pins }
      const height = before.density === null ? null : next.density
      const isSame =
        columns?.shown === before.chosen?.shown &&
        columns?.pins === before.chosen?.pins &&
        height === before.density
      if (!isSame) before.changeView(columns, height)
      if (isUsualColumns(kept)) localStorage.removeItem(key)
      else localStorage.setItem(key, preferencesToText(kept))
      setOwn(kept)
    },
    [key, now],
  )
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  const offered = useMemo((): readonly OfferedColumn[] => {
    // Nobody is offered what he may not see (1-shell.md §6).
    const own = Object.keys(columns).filter((name) => !names.includes(name) && columns[name]?.render)
    const usual = [...names, ...own.filter((name) => !columns[name]?.isExtra)]
    const extra = own.filter((name) => columns[name]?.isExtra)
    const fields = [...Object.keys(resource.fields), ...common].filter((name) => {
      const field = fieldOf(resource, name)
      return !usual.includes(name) && field && !field.hidden && !['secret', 'json'].includes(field.kind)
    })
    const seen = [...usual, ...extra, ...fields].filter((name) => !hidden.includes(name))
    return seen.map((name) => ({
      key: name,
      title: columns[name]?.title ?? fieldOf(resource, name)?.label ?? name,
      isUsual: usual.includes(name),
    }))
  }, [resource, names, columns, hidden])
  const { shown, pins, widths } = preferences
  const isUsual = shown === null && Object.keys(pins).length === 0 && Object.keys(widths).length === 0
  const drawn = useMemo((): { names: readonly string[]; columns: ColumnOverrides } => {
    if (isUsual) return { names, columns }
    const wanted = shownColumns({ shown, pins }, offered)
    const overrides = wanted.flatMap((name) => {
      const width = widths[name]
      const override = { ...columns[name], ...(width === undefined ? {} : { width }) }
      return Object.keys(override).length > 0 ? [[name, override] as const] : []
    })
    return { names: wanted, columns: Object.fromEntries(overrides) }
  }, [isUsual, names, columns, offered, shown, pins, widths])
  return {
    ...drawn,
    offered,
    preferences,
    change,
    /** Columns of the view that this person's list does not have. */
    missing: useMemo(() => (chosen ? missingColumns(chosen, offered) : none), [chosen, offered]),
    /** A heading was dragged to this width, px. */
    resize: useCallback(
      (name: string, width: number) => change(withWidth(preferences, name, width)),
      [change, preferences],
    ),
  }
}

/**
 * The fields whose columns go into a sheet, in their order. None where nobody chose: the sheet has all its columns then, also
 * those for which the list has no room.
 */
export function sheetColumns(
  resource: Resource,
  { preferences, names, columns }: ListColumns,
): readonly string[] {
  if (preferences.shown === null) return none
  return names
    .flatMap((name) => [name, ...(columns[name]?.beside ?? [])])
    .filter((name) => fieldOf(resource, name) || columns[name]?.inSheet)
}

const none: readonly string[] = []

const isUsualColumns = ({ shown, pins, widths, density }: ColumnPreferences): boolean =>
  shown === null &&
  Object.keys(pins).length === 0 &&
  Object.keys(widths).length === 0 &&
  density === usualColumns.density

export type ListColumns = ReturnType<typeof useColumns>
