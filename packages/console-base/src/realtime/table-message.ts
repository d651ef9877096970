import { liveFrame, presenceKey, presenceOf, reloadKey, type LiveCell, type Presence } from '@suoan/contract'
import type { Row } from '@suoan/ui/editable-table'
import { z } from 'zod'

/** What the server tells a page of the table channel (4-api.md §11.2). */
export type TableMessage =
  | { readonly kind: 'row'; readonly table: string; readonly row: Row }
  | { readonly kind: 'presence'; readonly presence: Presence }
  | { readonly kind: 'reload'; readonly table: string }

const presenceArgs = z.tuple([presenceOf])
const reloadArgs = z.tuple([z.string()])

/** Reads a frame; null when it is none of ours. */
export function readTableMessage(text: string): TableMessage | null {
  const read = z.string().transform(jsonOf).pipe(liveFrame).safeParse(text)
  if (!read.success || read.data.type === 'heart_beat') return null
  if (read.data.type === 'update_vxe_table') {
    const { socketKey, args } = read.data.data
    return { kind: 'row', table: socketKey, row: args[0] }
  }
  const { key, args } = read.data.data
  if (key === presenceKey) {
    const told = presenceArgs.safeParse(args)
    return told.success ? { kind: 'presence', presence: told.data[0] } : null
  }
  const told = key === reloadKey ? reloadArgs.safeParse(args) : null
  return told?.success ? { kind: 'reload', table: told.data[0] } : null
}

/** The frame that says which cell this person is in; null when he is in none. */
export const presenceFrame = (cell: LiveCell | null): string =>
  JSON.stringify({ type: 'common_send_date', data: { key: presenceKey, args: [cell] } })

/** Null for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
