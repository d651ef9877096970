import {
  lock,
  lockLast,
  type CommonLock,
  type CommonMore,
  type InputOf,
  type LockRow,
  type Page,
  type lockEndpoints,
} from '@suoan/contract'
import { lockPurpose } from '@suoan/domain/dictionaries'
import { metresBetween, type Position } from '@suoan/domain/place'
import { and, isIn } from '@suoan/kit/filter'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { compile, present, readListQuery, resourceStore, type RowRecord } from '@suoan/platform/resource'
import { hiddenColumns } from '@suoan/platform/resource/hidden-columns'
import { dataScope } from '@suoan/platform/resource/scope'
import { openingNow, pageOf, ticketsToOpenFor } from './lock-lists.ts'

type Asked = InputOf<(typeof lockEndpoints)['commonList']>

/** More shared locks than this are no list for one person. */
const mostShared = 2000
/**
 * 公用锁具: box and access locks in use, and what the caller marked with his star, as far as he may see them; his own first,
 * or the nearest first. Each row of the page says what the interlock would answer him now, by the very judgement of 可开启.
 */
export async function listCommon(ctx: Context, actor: Actor, asked: Asked): Promise<Page<CommonLock>> {
  const { pageNo, pageSize } = asked
  const places = await sharedLocks(ctx, actor)
  const found = await visibleLocks(ctx, actor, [...places.keys()], asked)
  const here = asked.lng === undefined || asked.lat === undefined ? null : { lng: asked.lng, lat: asked.lat }
  // Whoever is not given the places of locks is told no distance either.
  const hidden = await hiddenColumns(ctx, actor, lock)
  const from = hidden.has('lng') || hidden.has('lat') ? null : here
  const rows = found.map((row) => {
    const shared = places.get(row.id)
    return { row, favorite: shared?.favorite ?? false, ...distanceOf(shared, from) }
  })
  const shown = asked.near === '1' ? rows.filter(({ distanceM }) => distanceM !== null) : rows
  shown.sort(
    (a, b) =>
      (asked.near === '1' ? 0 : Number(b.favorite) - Number(a.favorite)) ||
      (a.distanceM ?? Infinity) - (b.distanceM ?? Infinity) ||
      (a.row.lockCode < b.row.lockCode ? -1 : 1),
  )
  const page = shown.slice((pageNo - 1) * pageSize, pageNo * pageSize)
  const tickets = await ticketsToOpenFor(ctx, actor)
  const last = await lastUses(
    ctx,
    actor,
    page.map(({ row }) => row.id),
  )
  const records: CommonLock[] = []
  for (const { row, ...more } of page) {
    const ticket = tickets.get(row.id)
    records.push({
      ...row,
      ...more,
      ...(last.get(row.id) ?? unknownUse),
      wouldOpen: await openingNow(ctx, actor, row.id, ticket?.workId ?? null),
      workId: ticket?.workId ?? null,
      workNo: ticket?.workNo ?? null,
    })
  }
  return pageOf(records, shown.length, pageNo, pageSize)
}

interface SharedLock {
  readonly favorite: boolean
  readonly place: Position | null
  readonly areaPlace: Position | null
}

/** Every shared or marked lock of the tenant by its id, with where it is; whoever asks may not see them all. */
async function sharedLocks(ctx: Context, actor: Actor): Promise<ReadonlyMap<string, SharedLock>> {
  const { rows } = await sql<{
    id: string
    favorite: boolean
    lng: string | null
    lat: string | null
    areaLng: string | null
    areaLat: string | null
  }>`
    select l.id, f.lock_id is not null as favorite, l.lng, l.lat, a.lng as area_lng, a.lat as area_lat from lo_lock l
    left join lo_lock_favorite f on f.lock_id = l.id and f.user_id = ${actor.userId} and f.tenant_id = l.tenant_id
    left join lo_area a on a.id = l.area_id and a.tenant_id = l.tenant_id
    where l.tenant_id = ${actor.tenantId} and l.del_flag = 0 and l.status = 1
      and (f.lock_id is not null or l.lock_purpose in (${lockPurpose.access}, ${lockPurpose.lockBox}))
    order by favorite desc, l.lock_code limit ${mostShared}`.execute(ctx.db)
  return new Map(
    rows.map(({ id, favorite, lng, lat, areaLng, areaLat }) => [
      id,
      { favorite, place: placeOf(lng, lat), areaPlace: placeOf(areaLng, areaLat) },
    ]),
  )
}

const placeOf = (lng: string | null, lat: string | null): Position | null =>
  lng === null || lat === null ? null : { lng: Number(lng), lat: Number(lat) }

/** To the lock where it has a place of its own, else to the middle of its area. */
function distanceOf(
  shared: SharedLock | undefined,
  from: Position | null,
): Pick<CommonMore, 'distanceM' | 'distanceTo'> {
  if (from === null) return { distanceM: null, distanceTo: null }
  if (shared?.place) return { distanceM: Math.round(metresBetween(shared.place, from)), distanceTo: 'lock' }
  if (shared?.areaPlace)
    return { distanceM: Math.round(metresBetween(shared.areaPlace, from)), distanceTo: 'area' }
  return { distanceM: null, distanceTo: null }
}

/** Those of the ids that the caller may see and that fit what he typed, as list rows. */
async function visibleLocks(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  { keyword, areaId }: Asked,
): Promise<LockRow[]> {
  const own = isIn('id', ids)
  const params: RowRecord = { ...(areaId ? { areaId } : {}), pageNo: 1, pageSize: 1 }
  const asked = await readListQuery(ctx, compile(lock), actor, params, own)
  const scope = await dataScope(ctx, actor, lock)
  const rows = await resourceStore(lock).list(ctx.pool, scope, and(own, asked.filter), { limit: mostShared })
  await present(ctx, lock, actor, rows)
  const words = (keyword ?? '').toLowerCase()
  const spells = /^[a-z]+$/.test(words) ? await spelling(words) : () => false
  // Every row of the store has the columns of the description; what is hidden from the caller is searched by nobody for him.
  return (rows as unknown as LockRow[]).filter(
    ({ lockCode, lockName }) =>
      words === '' ||
      [lockCode, lockName].some((text) => typeof text === 'string' && text.toLowerCase().includes(words)) ||
      (typeof lockName === 'string' && spells(lockName)),
  )
}

/** Tells whether letters are the initials or the spelling of a name; its dictionaries are loaded when letters are first typed. */
async function spelling(letters: string): Promise<(name: string) => boolean> {
  const { match } = await import('pinyin-pro')
  return (name) => match(name, letters) !== null
}

const unknownUse = { lastUseTime: null, lastUser: null } as const

/** When each was last opened or closed, and by whom, as far as the caller may see it in 最近开关锁. */
async function lastUses(
  ctx: Context,
  actor: Actor,
  lockIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<CommonMore, 'lastUseTime' | 'lastUser'>>> {
  const scope = await dataScope(ctx, actor, lockLast)
  const rows = await resourceStore(lockLast).list(ctx.pool, scope, isIn('lockId', lockIds))
  await present(ctx, lockLast, actor, rows)
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
  return new Map(
    rows.map((row) => {
      const [opened, closed] = [text(row['lastOpenTime']), text(row['lastCloseTime'])]
      const isOpening = closed === null || (opened !== null && opened > closed)
      return [
        String(row['lockId']),
        {
          lastUseTime: isOpening ? opened : closed,
          lastUser: text(isOpening ? row['lastOpenUser'] : row['lastCloseUser']),
        },
      ]
    }),
  )
}
