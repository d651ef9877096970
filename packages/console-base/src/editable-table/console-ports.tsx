import type { Column, TablePorts } from '@suoan/ui/editable-table'
import { fileUrl } from '../request/api-base.ts'
import { queryClient } from '../query-client.ts'
import { sendFile } from '../request/send-file.ts'
import { dictionaryQuery } from '../resource/dictionaries.ts'
import { DepartPickDialog } from '../resource/pickers/DepartPickDialog.tsx'
import { UserPickDialog } from '../resource/pickers/UserPickDialog.tsx'
import { searchDict } from '../resource/ref-search.ts'
import { dictNames } from '../resource/stored-names.ts'

const optionOf = ({ value, text }: { value: string; text: string }) => ({ value, text })

/** What an editable table gets from the console: dictionaries, the server's lists, uploads, and the pickers. */
export const consolePorts: TablePorts = {
  async dictionary(code) {
    return (await queryClient.ensureQueryData(dictionaryQuery(code))).map(optionOf)
  },
  async search(column, words) {
    return (await searchDict(column.dictCode ?? '', words)).map(optionOf)
  },
  async upload(file, { props, action, responseName }, onProgress, signal) {
    const biz = props?.['biz']
    const path = await sendFile(file, {
      ...(typeof biz === 'string' ? { biz } : {}),
      path: action,
      responseName,
      onProgress,
      signal,
    })
    return { path }
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

/** Names by key; a key without a name stays itself. */
async function namesOf(code: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = await dictNames(code, keys)
  return new Map(keys.map((key) => [key, names.get(key) ?? key]))
}

const initialOf = (value: string) =>
  value
    .split(',')
    .filter(Boolean)
    .map((key) => ({ key, label: key }))
