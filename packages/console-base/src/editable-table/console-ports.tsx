import type { Column, TablePorts } from '@suoan/ui/editable-table'
import { fileUrl } from '../request/api-base.ts'
import { request } from '../request/client.ts'
import { failureText } from '../request/failure.ts'
import { queryClient } from '../query-client.ts'
import { upload } from '../request/upload.ts'
import { dictionaryQuery } from '../resource/dictionaries.ts'
import { DepartPickDialog } from '../resource/pickers/DepartPickDialog.tsx'
import { UserPickDialog } from '../resource/pickers/UserPickDialog.tsx'
import { searchDict } from '../resource/ref-search.ts'

const optionOf = ({ value, text }: { value: string; text: string }) => ({ value, text })

/** What an editable table gets from the console: dictionaries, the server's lists, uploads, and the pickers. */
export const consolePorts: TablePorts = {
  async dictionary(code) {
    return (await queryClient.ensureQueryData(dictionaryQuery(code))).map(optionOf)
  },
  async search(column, words) {
    return (await searchDict(column.dictCode ?? '', words)).map(optionOf)
  },
  async upload(file, column, onProgress, signal) {
    const form = new FormData()
    form.set('file', file)
    form.set('biz', typeof column.props?.['biz'] === 'string' ? column.props['biz'] : 'temp')
    try {
      const path = column.action ?? '/sys/common/upload'
      const answer = await upload<Readonly<Record<string, unknown>>>({ path, form, onProgress, signal })
      // The path comes as the message (4-api.md, /sys/common/upload), or in the field the column names.
      const named = column.responseName === undefined ? undefined : answer.result?.[column.responseName]
      return { path: typeof named === 'string' ? named : answer.message }
    } catch (error) {
      throw new Error(failureText(error), { cause: error })
    }
  },
  fileUrl,
  names: (column, keys) => namesOf(sourceOf(column), keys),
  userPicker: ({ value, column, onPick, onClose }) => (
    <UserPickDialog
      by={column.store ?? 'username'}
      multiple={column.multi ?? false}
      initial={initialOf(value)}
      onConfirm={(chosen) => onPick(chosen.map(({ key }) => key).join(','))}
      onCancel={onClose}
    />
  ),
  departPicker: ({ value, column, onPick, onClose }) => (
    <DepartPickDialog
      by={column.store ?? 'id'}
      multiple={column.multi ?? false}
      initial={value.split(',').filter(Boolean)}
      onConfirm={(chosen) => onPick(chosen.map(({ key }) => key).join(','))}
      onCancel={onClose}
    />
  ),
}

/** The server's dictionary of a table that names what the column stores of people or departments, by what it shows of them. */
const sourceOf = ({ type, store, text }: Column): string =>
  (type === 'sel_depart'
    ? ['sys_depart', text ?? 'departName', store ?? 'id']
    : ['sys_user', text ?? 'realname', store ?? 'username']
  )
    .map((name) => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`))
    .join(',')

/** Names by key, in one call; a key without a name stays itself. */
async function namesOf(code: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { result } = await request<string[]>({
    method: 'GET',
    path: `/sys/dict/loadDictItem/${encodeURIComponent(code)}`,
    query: { key: keys.join(','), delNotExist: 'false' },
    quiet: true,
  })
  return new Map(keys.map((key, index) => [key, result?.[index] ?? key]))
}

const initialOf = (value: string) =>
  value
    .split(',')
    .filter(Boolean)
    .map((key) => ({ key, label: key }))
