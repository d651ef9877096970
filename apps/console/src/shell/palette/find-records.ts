import { equip, lock, permissionOf, point, user, work, type Fields, type Resource } from '@suoan/contract'
import type { PaletteGroup } from '@suoan/ui/command-palette'
import { resourceApi, type RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { canDo } from '@suoan/console-base/session/may-do.ts'

type Permissions = Parameters<typeof canDo>[0]

/** So many of each kind are offered. */
const most = 5

/** Something that carries a number or a name people know; its key is the address of the page that shows it. */
type Entry = PaletteGroup['entries'][number]

/**
 * A kind of thing that is looked for in its list.
 * @param page where it is shown; who does not have that page is not offered it
 * @param by what is printed on it, and what it is called
 */
function kind<F extends Fields>(
  resource: Resource<F>,
  title: string,
  page: string,
  by: readonly [code: keyof F & string, name: keyof F & string],
  entryOf: (row: RowOf<F>) => Entry,
) {
  return {
    page,
    permission: permissionOf(resource, 'list'),
    find: async (words: string, signal: AbortSignal): Promise<PaletteGroup> => {
      const rules = by.map((field) => ({ field, rule: 'like', val: words, type: 'input' }))
      const query = {
        pageNo: '1',
        pageSize: String(most),
        ...resource.sort,
        field: ['id', ...by].join(','),
        superQueryParams: encodeURI(JSON.stringify(rules)),
        superQueryMatchType: 'or',
      }
      const { records } = await resourceApi(resource).list(query, signal)
      return { title, entries: records.map(entryOf) }
    },
  }
}

const listed = (path: string, filter: string, code: string | null, name: string | null): Entry => ({
  key: `${path}?${filter}=${encodeURIComponent(code ?? '')}`,
  label: name ?? '',
  hint: code ?? '',
})

const kinds = [
  kind(work, '工作票', '/isps/loWorkView/:id', ['workNo', 'workName'], (row) => ({
    key: `/isps/loWorkView/${row.id}`,
    label: row.workName ?? '',
    hint: row.workNo ?? '',
  })),
  kind(lock, '锁具', '/isps/loLockList', ['lockCode', 'lockName'], ({ lockCode, lockName }) =>
    listed('/isps/loLockList', 'lockCode', lockCode, lockName),
  ),
  kind(point, '隔离点', '/isps/loPointList', ['pointCode', 'pointName'], ({ pointCode, pointName }) =>
    listed('/isps/loPointList', 'pointCode', pointCode, pointName),
  ),
  kind(equip, '设备', '/isps/loEquipList', ['equipCode', 'equipName'], ({ equipCode, equipName }) =>
    listed('/isps/loEquipList', 'equipCode', equipCode, equipName),
  ),
  kind(user, '人员', '/isystem/user', ['username', 'realname'], ({ username, realname }) =>
    listed('/isystem/user', 'username', username, realname),
  ),
]

/**
 * What carries these words in its code or name, by kinds: of the lists that this person may read and whose page he has.
 * @param pages the paths of his pages
 * @throws RequestFailure when one of the lists cannot be had
 */
export function findRecords(
  words: string,
  { permissions, pages }: { readonly permissions: Permissions; readonly pages: readonly string[] },
  signal: AbortSignal,
): Promise<PaletteGroup[]> {
  const asked = kinds.filter(({ page, permission }) => pages.includes(page) && canDo(permissions, permission))
  return Promise.all(asked.map(({ find }) => find(words, signal)))
}
