import type { Envelope, Fields, ImportPreview, Page, Presented, Resource } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { request, requestFile } from '../request/client.ts'
import { onTaskProgress, type TaskProgress } from '../realtime/task-progress.ts'
import type { ListRow } from './list-row.ts'

/** What the server says after an import (4-api.md §6.5). */
export interface ImportOutcome {
  readonly message: string
  /** Present when some rows were refused: a text and the file with the reasons. */
  readonly report: {
    readonly msg: string
    readonly fileUrl: string
    readonly fileName: string
    /** The refused rows with their cells marked. */
    readonly markedUrl?: string
  } | null
}

/** How a workbook is sent. */
interface ImportOptions {
  readonly signal?: AbortSignal
  /** 0…100, of the bytes sent. */
  readonly onProgress?: (percent: number) => void
  /** How many of its rows are done; told over the notice channel while it is open. */
  readonly onRows?: (rows: TaskProgress) => void
  /** Rows with the key of a stored one change it. */
  readonly updatesExisting?: boolean
}

/** The rows of a large workbook take longer than any other call. */
const importTimeoutMs = 900_000

async function sendSheet<T>(
  path: string,
  file: File,
  { onRows, updatesExisting = false, ...options }: ImportOptions,
): Promise<Envelope<T>> {
  const form = new FormData()
  form.set('file', file)
  const task = newUlid()
  const end = onRows ? onTaskProgress(task, onRows) : undefined
  try {
    const { upload } = await import('../request/upload.ts')
    return await upload<T>({
      path,
      query: { task, updateExisting: updatesExisting ? '1' : undefined },
      form,
      quiet: true,
      timeoutMs: importTimeoutMs,
      ...options,
    })
  } finally {
    end?.()
  }
}

/** A row of a resource whose description is known; `More` is what its list answers beside the description. */
export type RowOf<F extends Fields, More extends object = object> = Readonly<Presented<{ fields: F }> & More>

/** The eight verbs of a resource as calls; failures are `RequestFailure`s. */
export function resourceApi<F extends Fields = Fields>(resource: Resource<F>) {
  const at = (verb: string) => `${resource.path}/${verb}`
  return {
    async list(query: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Page<RowOf<F>>> {
      const { result } = await request<Page<RowOf<F>> | RowOf<F>[]>({
        method: 'GET',
        path: at('list'),
        query,
        signal,
      })
      return Array.isArray(result) ? onePage(result) : { ...result, records: result.records ?? [] }
    },
    /** All rows as a tree; only for resources with the tree trait. */
    async tree(signal?: AbortSignal, verb = 'queryTreeList'): Promise<ListRow[]> {
      const { result } = await request<ListRow[] | { treeList: ListRow[] }>({
        method: 'GET',
        path: at(verb),
        signal,
      })
      return (Array.isArray(result) ? result : (result?.treeList ?? [])).map(withoutEmptyChildren)
    },
    /** One level of a tree; rows with something below have an empty list of children. */
    async level(signal?: AbortSignal, verb = 'queryTreeList'): Promise<ListRow[]> {
      return (await request<ListRow[] | null>({ method: 'GET', path: at(verb), signal })).result ?? []
    },
    async find(id: string, signal?: AbortSignal): Promise<RowOf<F>> {
      return (await request<RowOf<F>>({ method: 'GET', path: at('queryById'), query: { id }, signal })).result
    },
    async add(draft: unknown): Promise<string> {
      return (await request({ method: 'POST', path: at('add'), body: draft })).message
    },
    async edit(draft: unknown): Promise<string> {
      return (await request({ method: 'PUT', path: at('edit'), body: draft })).message
    },
    async remove(id: string): Promise<string> {
      return (await request({ method: 'DELETE', path: at('delete'), query: { id } })).message
    },
    async removeBatch(ids: readonly string[]): Promise<string> {
      return (await request({ method: 'DELETE', path: at('deleteBatch'), query: { ids: ids.join(',') } }))
        .message
    },
    exportXls(
      query: Readonly<Record<string, string>>,
      options: { signal?: AbortSignal; onProgress?: (bytes: number) => void } = {},
    ): Promise<Blob> {
      const { signal, onProgress } = options
      return requestFile({ method: 'GET', path: at('exportXls'), query, signal }, onProgress)
    },
    /** Orders the same export in the background; what the server says to it. */
    async exportJob(query: Readonly<Record<string, string>>, rowsExpected: number): Promise<string> {
      const body = { ...query, rowsExpected }
      return (await request({ method: 'POST', path: at('exportJob'), body })).message
    },
    /** The workbook to be filled in for an import. */
    importTemplate(): Promise<Blob> {
      return requestFile({ method: 'GET', path: at('importTemplate') })
    },
    /** What an import of a workbook would do now. Throws as `importExcel` does. */
    async importPreview(file: File, options: ImportOptions = {}): Promise<ImportPreview> {
      return (await sendSheet<ImportPreview>(at('importPreview'), file, options)).result
    },
    /** Imports one workbook. Throws a `RequestFailure`, of which only an ended session has been told. */
    async importExcel(file: File, options: ImportOptions = {}): Promise<ImportOutcome> {
      const answer = await sendSheet<ImportOutcome['report']>(at('importExcel'), file, options)
      return { message: answer.message, report: answer.code === 201 ? answer.result : null }
    },
  }
}

function onePage<T>(records: T[]): Page<T> {
  return { records, total: records.length, size: records.length, current: 1, pages: 1 }
}

/** A table draws an expander for every array of children, also for an empty one. */
function withoutEmptyChildren(row: ListRow): ListRow {
  const { children, ...own } = row
  const rest: ListRow = { ...own, id: row.id }
  return children && children.length > 0 ? { ...rest, children: children.map(withoutEmptyChildren) } : rest
}
