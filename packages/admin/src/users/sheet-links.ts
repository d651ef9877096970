import { department, role, text } from '@suoan/contract'
import { everything } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import type { Queryable } from '@suoan/platform/db/run-sql'
import { AppError, fail, failFields } from '@suoan/platform/fail'
import { resourceStore, type RowRecord, type SheetParts } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { replaceDeparts, replaceRoles } from './links.ts'
import { platformRoles, rolesHeld } from './powers.ts'

const DEPARTS = 'orgCodeTxt'
const ROLES = 'roleNames'
/** Departments and roles of one tenant that a sheet may name. */
const MOST = 20_000
/** Departments or roles in one cell. */
const MOST_IN_CELL = 200
/** Namesakes that a refusal lists. */
const MOST_LISTED = 3

/**
 * The columns 部门 and 角色 of the sheets of users. A cell names departments by code or by as much of the path of names as
 * makes it the only one, roles by code or name, several parted by commas; an empty cell changes nothing. Only what the
 * caller's data rules show can be named, and links to what they do not show are kept.
 */
export const userSheet: SheetParts = {
  columns: [
    {
      name: DEPARTS,
      heading: '部门',
      field: text('部门', {
        help: '填写部门编码或名称；有重名时写完整路径，例如 公司/一部/一班；多个用英文逗号分隔。修改已有用户时，留空表示不变。',
      }),
    },
    {
      name: ROLES,
      heading: '角色',
      field: text('角色', {
        help: '填写角色编码或名称，多个用英文逗号分隔；不能高于您自己的权限。修改已有用户时，留空表示不变。',
      }),
    },
  ],
  async show({ ctx, actor }) {
    const departs = namesOf(await seenDeparts(ctx, actor, ctx.pool))
    const roles = namesOf(await seenRoles(ctx, actor, ctx.pool))
    return async (rows) => {
      const { rows: links } = await ctx.pool.query<{ id: string; departs: string[]; roles: string[] }>({
        name: 'sheet-links',
        text: `select u.id,
           array(select ud.dep_id from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
             where ud.user_id = u.id order by d.org_code collate "C") as departs,
           array(select ur.role_id from sys_user_role ur join sys_role r on r.id = ur.role_id
             where ur.user_id = u.id order by r.role_code collate "C") as roles
         from sys_user u where u.id = any($1::text[])`,
        values: [rows.map((row) => String(row['id']))],
      })
      const byUser = new Map(links.map((link) => [link.id, link]))
      for (const row of rows) {
        const link = byUser.get(String(row['id']))
        row[DEPARTS] = (link?.departs ?? []).flatMap((id) => departs.wordOf(id) ?? []).join(',')
        row[ROLES] = (link?.roles ?? []).flatMap((id) => roles.wordOf(id) ?? []).join(',')
      }
    }
  },
  async begin({ ctx, tx, actor }) {
    const departs = namesOf(await seenDeparts(ctx, actor, tx))
    const roles = namesOf(await seenRoles(ctx, actor, tx))
    return async (row, cells, call) => {
      const user = { id: String(row['id']), label: String(row['realname'] ?? row['username']) }
      const inDeparts = await aboutCell(DEPARTS, '部门', async () => {
        const chosen = departs.read(cells[DEPARTS], '部门')
        if (chosen === undefined) return false
        const held = await heldDeparts(tx, actor, user.id)
        const wanted = [...new Set([...chosen, ...held.filter((id) => !departs.isSeen(id))])]
        if (isSame(held, wanted)) return false
        await replaceDeparts(call, user, wanted)
        return true
      })
      const inRoles = await aboutCell(ROLES, '角色', async () => {
        const chosen = roles.read(cells[ROLES], '角色')
        if (chosen === undefined) return false
        const held = (await rolesHeld(tx, actor, user.id)).map(({ id }) => id)
        const wanted = [...new Set([...chosen, ...held.filter((id) => !roles.isSeen(id))])]
        if (isSame(held, wanted)) return false
        await replaceRoles(call, user, wanted)
        return true
      })
      return inDeparts || inRoles
    }
  },
}

/** What a cell may name: its id, its code, and the words that may mean it, of which the first tells most. */
interface Named {
  readonly id: string
  readonly code: string
  readonly words: readonly string[]
}

const separators = /[,，;；\n]/

/** Finds what cells name, and the words for a cell that are found again. */
function namesOf(all: readonly Named[]) {
  const byId = new Map(all.map((each) => [each.id, each]))
  const byCode = new Map(all.map((each) => [each.code, each]))
  const byWord = new Map<string, Named[]>()
  for (const each of all)
    for (const word of new Set(each.words)) byWord.set(word, [...(byWord.get(word) ?? []), each])
  // A code always finds its own: it is what is left where names are alike.
  const meant = (text: string): readonly Named[] => {
    const ofCode = byCode.get(text)
    return ofCode ? [ofCode] : (byWord.get(withPlainSlashes(text)) ?? [])
  }
  return {
    isSeen: (id: string): boolean => byId.has(id),
    /** The words for a cell; the code where the words mean something else too. */
    wordOf(id: string): string | undefined {
      const named = byId.get(id)
      const [word] = named?.words ?? []
      if (named === undefined || word === undefined) return named?.code
      const [only, ...others] = meant(word)
      return only?.id === id && others.length === 0 && !separators.test(word) ? word : named.code
    },
    /** The ids that a cell names; undefined for an empty one. Throws `BAD_INPUT` for what is unknown or means several. */
    read(cell: unknown, title: string): string[] | undefined {
      const texts = (typeof cell === 'string' ? cell : '')
        .split(separators)
        .map((text) => text.trim())
        .filter((text) => text !== '')
      if (texts.length === 0) return undefined
      if (texts.length > MOST_IN_CELL)
        throw fail('BAD_INPUT', { detail: `一次最多填写 ${MOST_IN_CELL} 个${title}` })
      const unknown = texts.filter((text) => meant(text).length === 0)
      if (unknown.length > 0) {
        const words = unknown.map((text) => `“${text.slice(0, 60)}”`).slice(0, MOST_LISTED)
        throw fail('BAD_INPUT', { detail: `没有编码或名称为${words.join('、')}的${title}，请核对` })
      }
      for (const text of texts) {
        const found = meant(text)
        if (found.length < 2) continue
        const listed = found.slice(0, MOST_LISTED).map(({ words: [word], code }) => `${word}（${code}）`)
        const more = found.length > MOST_LISTED ? '等' : ''
        throw fail('BAD_INPUT', {
          detail: `“${text.slice(0, 60)}”可以指 ${found.length} 个${title}：${listed.join('、')}${more}，请改填编码`,
        })
      }
      return [...new Set(texts.flatMap((text) => meant(text).map(({ id }) => id)))]
    },
  }
}

const withPlainSlashes = (text: string): string =>
  text
    .split(/[/／]/)
    .map((part) => part.trim())
    .join('/')

/** The departments that the caller's data rules show, each with its path of names and every end of that path. */
async function seenDeparts(ctx: Context, actor: Actor, db: Queryable): Promise<Named[]> {
  // The rules were read when the import or export was let in: a transaction asks for no second connection here.
  const scope = await dataScope(ctx, actor, department, ...shownBy)
  const rows = await resourceStore(department).list(db, scope, everything, { limit: MOST })
  const byId = new Map(rows.map((row) => [String(row['id']), row]))
  return rows.map((row) => {
    const words: string[] = []
    const passed = new Set<RowRecord>()
    let path = ''
    for (let at: RowRecord | undefined = row; at && !passed.has(at); at = byId.get(String(at['parentId']))) {
      passed.add(at)
      path = withPlainSlashes(`${String(at['departName'] ?? '')}${path === '' ? '' : `/${path}`}`)
      words.unshift(path)
    }
    return { id: String(row['id']), code: String(row['orgCode'] ?? ''), words }
  })
}

/** The roles of the tenant that the caller's data rules show, and those of the platform that he may give there. */
async function seenRoles(ctx: Context, actor: Actor, db: Queryable): Promise<Named[]> {
  const scope = await dataScope(ctx, actor, role, ...shownBy)
  const rows = await resourceStore(role).list(db, scope, everything, { limit: MOST })
  return [...rows, ...(await platformRoles(db, actor))].map(({ id, roleCode, roleName }) => ({
    id: String(id),
    code: String(roleCode ?? ''),
    words: [withPlainSlashes(String(roleName ?? ''))],
  }))
}

/** Whoever imports or exports users names departments and roles without having their pages; data rules hold all the same. */
const shownBy = ['system:user:import', 'system:user:export']

async function heldDeparts(tx: Tx, actor: Actor, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
    where ud.user_id = ${userId} and d.tenant_id = ${actor.tenantId}`.execute(tx)
  return rows.map(({ id }) => id)
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

/** Does what a cell asks; a refusal names its column. */
async function aboutCell(name: string, label: string, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw failFields([{ field: name, text: `“${label}”：${error.message}` }])
    throw error
  }
}
