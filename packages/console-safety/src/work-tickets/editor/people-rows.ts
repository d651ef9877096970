import type { PersonLine } from './draft-model.ts'
import { codesOf, onceEach, refusedText, type KnownLocks } from './lock-cells.ts'

/** `lo_person_source`: people of the own organisation have an account, others stand in the register. */
export const ownPeople = 1

/** Roles that people without an account can have, and those whose work is protected by a personal lock. */
const openToOthers: readonly unknown[] = ['WORK', 'CONTR']
const locked: readonly unknown[] = ['WORK', 'CONTR', 'LEAD']
export const mayComeFromElsewhere = (roleTag: unknown): boolean => openToOthers.includes(roleTag)
export const wearsLock = (roleTag: unknown): boolean => locked.includes(roleTag)

/** A person as his row in the table holds him; what was emptied is null. */
export interface PersonRow {
  readonly id: string
  readonly roleTag: string | null
  readonly personSource: number | null
  readonly person: string | null
  readonly personalLockId: string | null
}

export type Who = Pick<PersonLine, 'userId' | 'externalId' | 'personName'>
const nobody: Who = { userId: null, externalId: null, personName: '' }

/** Who stands on a line, as one value: an account, an entry of the register, or a name that is neither yet. */
export function personKey({ userId, externalId, personName }: Who): string | null {
  if (userId) return `user:${userId}`
  if (externalId) return `external:${externalId}`
  return personName === '' ? null : nameKey(personName)
}
export const userKey = (id: string): string => `user:${id}`
export const externalKey = (id: string): string => `external:${id}`
export const nameKey = (name: string): string => `name:${name}`

/** Reads `personKey` back. */
export function whoIs(key: string | null): Who {
  const [, kind, id = ''] = /^(user|external|name):(.*)$/su.exec(key ?? '') ?? []
  if (kind === 'user') return { ...nobody, userId: id }
  if (kind === 'external') return { ...nobody, externalId: id }
  return kind === 'name' ? { ...nobody, personName: id } : nobody
}

const rowOf = (line: PersonLine): PersonRow => ({
  id: line.key,
  roleTag: line.roleTag,
  personSource: line.personSource,
  person: personKey(line),
  personalLockId: line.personalLockId,
})
export const personRows = (people: readonly PersonLine[]): readonly PersonRow[] => people.map(rowOf)

const isSame = (a: PersonRow, b: PersonRow): boolean =>
  a.roleTag === b.roleTag &&
  a.personSource === b.personSource &&
  a.person === b.person &&
  a.personalLockId === b.personalLockId

/**
 * The people after an edit of their table. A role, and where somebody comes from, is never empty; who comes from elsewhere is
 * somebody else; a lock is worn by one person, by its owner, and in a role that wears one.
 * @returns the people, and what is said of locks that were not given
 */
export function peopleOf(
  rows: readonly PersonRow[],
  before: readonly PersonLine[],
  locks: KnownLocks,
): { readonly people: readonly PersonLine[]; readonly said: readonly string[] } {
  const earlier = new Map(before.map((line) => [line.key, line]))
  const worn = new Set(rows.flatMap(({ personalLockId }) => personalLockId ?? []))
  const lines = rows.map((row): PersonLine => lineOf(row, earlier.get(row.id), locks, worn))
  const holder = ({ key, personalLockId }: PersonLine) => ({ key, lockId: personalLockId })
  const { held, refused } = onceEach(lines.map(holder), before.map(holder))
  const people = lines.map((line): PersonLine => {
    const personalLockId = held.get(line.key) ?? null
    if (line === earlier.get(line.key) && personalLockId === line.personalLockId) return line
    return {
      ...line,
      personalLockId,
      personalLockCode: personalLockId && (locks.get(personalLockId)?.code ?? null),
    }
  })
  const dropped = rows.flatMap(({ personalLockId }, at) =>
    personalLockId !== null && lines[at]?.personalLockId !== personalLockId ? [personalLockId] : [],
  )
  return {
    people,
    said: [
      ...(refused.length > 0 ? [refusedText(refused, locks)] : []),
      ...(dropped.length > 0
        ? [`个人锁 ${codesOf(dropped, locks)} 未选用：不属于此人，或此角色不挂个人锁`]
        : []),
    ],
  }
}

function lineOf(
  row: PersonRow,
  before: PersonLine | undefined,
  locks: KnownLocks,
  worn: ReadonlySet<string>,
): PersonLine {
  // What nobody touched stays as the ticket has it.
  if (before && isSame(row, rowOf(before))) return before
  const roleTag = row.roleTag ?? before?.roleTag ?? 'WORK'
  const personSource = mayComeFromElsewhere(roleTag)
    ? (row.personSource ?? before?.personSource ?? ownPeople)
    : ownPeople
  const isSamePerson = before !== undefined && row.person === personKey(before)
  const isFromElsewhere = before !== undefined && personSource !== before.personSource
  const who = isFromElsewhere && isSamePerson ? nobody : whoIs(row.person)
  return {
    key: row.id,
    ...who,
    personSource,
    roleTag,
    personalLockId: wearsLock(roleTag)
      ? (lockOf(row.personalLockId, before, who, locks) ??
        (isSamePerson || roleTag === 'LEAD' ? null : ownLock(who, locks, worn)))
      : null,
    personalLockCode: null,
  }
}

/** The lock that was chosen, else the one before: nobody wears the lock of somebody else. */
function lockOf(
  wanted: string | null,
  before: PersonLine | undefined,
  who: Who,
  locks: KnownLocks,
): string | null {
  if (wanted === null || mayWear(wanted, who, locks)) return wanted
  const earlier = before?.personalLockId ?? null
  return mayWear(earlier, who, locks) ? earlier : null
}

/** The lock of somebody who was just named to work behind one, where he has exactly one and no line has it. */
function ownLock({ userId }: Who, locks: KnownLocks, worn: ReadonlySet<string>): string | null {
  if (userId === null) return null
  const own = [...locks.values()].filter(({ ownerId }) => ownerId === userId)
  const [only] = own
  return own.length === 1 && only && !worn.has(only.id) ? only.id : null
}

function mayWear(lockId: string | null, { userId, externalId }: Who, locks: KnownLocks): boolean {
  const ownerId = lockId === null ? null : (locks.get(lockId)?.ownerId ?? null)
  return ownerId === null || (userId === null && externalId === null) || ownerId === userId
}

/** Lines of people who stand in the same role already, which the server refuses. */
export function repeated(people: readonly PersonLine[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(
    people.flatMap((line) => {
      const person = personKey(line)
      const name = `${line.roleTag} ${person}`
      if (person === null || !seen.has(name)) {
        seen.add(name)
        return []
      }
      return [line.key]
    }),
  )
}

/** What looking a name up came to; an id where exactly one person is called that. */
export type Lookup = 'looking' | 'none' | 'several' | 'failed' | { readonly id: string }

/** Why a name stands there without a person. */
export function unknownText(personSource: number, lookup: Lookup | undefined): string {
  if (lookup === 'looking') return '正在查找…'
  if (lookup === 'several') return '有几人同名，请选择'
  if (lookup === 'failed') return '没有查到，请选择'
  if (personSource === ownPeople) return lookup === 'none' ? '本单位没有此人，请选择' : '请选择此人'
  return '未登记，请选择其登记'
}
