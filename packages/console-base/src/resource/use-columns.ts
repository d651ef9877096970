import { permissionOf, type Resource } from '@suoan/contract'
import {
  preferencesFromText,
  preferencesToText,
  shownColumns,
  usualColumns,
  withWidth,
  type ColumnPreferences,
  type OfferedColumn,
} from '@suoan/ui/column-preferences'
import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { useHiddenParts } from '../session/Can.tsx'
import { useSession } from '../session/session-store.ts'
import { fieldOf } from './list-row.ts'
import type { ColumnOverrides } from './parts/ResourceTable.tsx'

/** Columns every entity has, behind its own. */
const common = ['createBy', 'createTime', 'updateBy', 'updateTime']

/**
 * The columns of a list as its reader wants them: those of the page until he chooses, kept in this browser for him and
 * this page (5-screens.md §4).
 * @param names the page's own columns, in their order
 * @param columns what the page says about them; one that is no field is offered too
 */
export function useColumns(resource: Resource, names: readonly string[], columns: ColumnOverrides) {
  const { pathname } = useLocation()
  const username = useSession((session) => session.user?.username ?? '')
  // A page may show lists of several entities.
  const key = `colsettings_${username}_${pathname}_${resource.name}`
  // A page stays where it is; another address is another page.
  const [preferences, setPreferences] = useState(() => preferencesFromText(localStorage.getItem(key)))
  const change = useCallback(
    (next: ColumnPreferences) => {
      if (next === usualColumns) localStorage.removeItem(key)
      else localStorage.setItem(key, preferencesToText(next))
      setPreferences(next)
    },
    [key],
  )
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  const offered = useMemo((): readonly OfferedColumn[] => {
    // Nobody is offered what he may not see (1-shell.md §6).
    const own = Object.keys(columns).filter((name) => !names.includes(name) && columns[name]?.render)
    const usual = [...names, ...own]
    const others = [...Object.keys(resource.fields), ...common].filter((name) => {
      const field = fieldOf(resource, name)
      return !usual.includes(name) && field && !field.hidden && !['secret', 'json'].includes(field.kind)
    })
    const seen = [...usual, ...others].filter((name) => !hidden.includes(name))
    return seen.map((name) => ({
      key: name,
      title: columns[name]?.title ?? fieldOf(resource, name)?.label ?? name,
      isUsual: usual.includes(name),
    }))
  }, [resource, names, columns, hidden])
  const { shown, widths } = preferences
  const isUsual = shown === null && Object.keys(widths).length === 0
  const drawn = useMemo((): { names: readonly string[]; columns: ColumnOverrides } => {
    if (isUsual) return { names, columns }
    const wanted = shownColumns({ ...usualColumns, shown }, offered)
    const overrides = wanted.flatMap((name) => {
      const width = widths[name]
      const override = { ...columns[name], ...(width === undefined ? {} : { width }) }
      return Object.keys(override).length > 0 ? [[name, override] as const] : []
    })
    return { names: wanted, columns: Object.fromEntries(overrides) }
  }, [isUsual, names, columns, offered, shown, widths])
  return {
    ...drawn,
    offered,
    preferences,
    change,
    /** A heading was dragged to this width, px. */
    resize: useCallback(
      (name: string, width: number) => change(withWidth(preferences, name, width)),
      [change, preferences],
    ),
  }
}

export type ListColumns = ReturnType<typeof useColumns>
