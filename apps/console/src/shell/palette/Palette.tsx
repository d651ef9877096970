import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { CommandPalette, type PaletteGroup } from '@suoan/ui/command-palette'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { openEntry } from '@suoan/console-base/menu/menu-items.tsx'
import { leavesOf, matches } from '@suoan/console-base/session/menu-pages.ts'
import type { MenuEntry, MenuPage } from '@suoan/console-base/session/menu-pages.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { findRecords } from './find-records.ts'
import type { HeldKeys } from './use-held-keys.ts'

interface Props {
  readonly entries: readonly MenuEntry[]
  readonly pages: readonly MenuPage[]
  /** What was typed before this was there. */
  readonly held: HeldKeys
  onClose(): void
}

/** Waits so long after the last key before the server is asked, ms. */
const waitMs = 250
/** So many pages are offered. */
const mostPages = 8

/** Ctrl+K: pages by their title, tickets, locks, points, equipment and people by what is printed on them. */
export function Palette({ entries, pages, held, onClose }: Props) {
  const navigate = useNavigate()
  const permissions = useSession((session) => session.permissions)
  const [words, setWords] = useState(held.text)
  useEffect(() => held.listen(setWords), [held])
  const asked = useSettled(words.trim())
  const paths = useMemo(() => pages.map(({ path }) => path), [pages])
  const records = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => findRecords(asked, { permissions, pages: paths }, signal),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
  const groups = useMemo((): PaletteGroup[] => {
    const found = leavesOf(entries).filter((leaf) => matches(leaf, words))
    const titles = found.slice(0, mostPages).map(({ key, title, trail }) => ({
      key: pagePrefix + key,
      label: title,
      hint: trail.join(' / '),
    }))
    return [{ title: '页面', entries: titles }, ...(words.trim() === '' ? [] : (records.data ?? []))]
  }, [entries, words, records.data])

  const pick = (key: string) => {
    onClose()
    if (key.startsWith(pagePrefix)) openEntry(entries, key.slice(pagePrefix.length), navigate)
    else void navigate(key)
  }
  return (
    <CommandPalette
      groups={groups}
      words={words}
      placeholder="搜索页面、票号、锁具、隔离点、设备、人员"
      isLooking={words.trim() !== asked || records.isFetching}
      {...(records.isError ? { problem: '查找失败，请稍后再试' } : {})}
      onWords={setWords}
      onPick={pick}
      onClose={onClose}
    />
  )
}

/** Keys of pages; those of records are their addresses. */
const pagePrefix = 'page:'

/** The text as it was when nothing had been typed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setSettled, waitMs, text)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
