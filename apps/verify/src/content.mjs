import { canonical, sha256 } from './hashes.mjs'

/** What each rule seals, by part (suoan-content/1 and /2); a seal without a rule is by the first. */
const SEALED = {
  ticket: `workName workType baseTypes workLevel urgency areaId place equipIds applyDepartId workDepartId
    territoryDepartId applicantId leaderId content hazards jsa otherWorkIds planStart planEnd needIsolation noIsoReason
    isolationStatement emergencyContact gasPlaces parentWorkId sourceSys sourceNo`.split(/\s+/),
  points: 'pointId orderNum predecessors mandatory isoMethod plannedLockId releaseGroup remark delFlag'.split(
    ' ',
  ),
  locks: 'lockId useType pointId ownerId userIds allowOpenMin delFlag'.split(' '),
  tags: 'pointId lockId holderId tagText delFlag'.split(' '),
  people: 'userId externalId personName company personSource roleTag certIds personalLockId delFlag'.split(
    ' ',
  ),
  measures: 'orderNum tplId content controlRank involve dualControl delFlag'.split(' '),
}

/**
 * CT01: every seal in the chain is over the words that the chain says stood there. Seals by a rule that this program does
 * not know are told, not judged. Answers how many were computed again.
 */
export function checkContent(ticket, say, note) {
  const rows = (ticket?.rows ?? []).map(({ seq, row }) => ({
    seq,
    said: row === null ? null : JSON.parse(row),
  }))
  if (rows.some(({ said }) => said === null)) {
    note('流转链有不公开的行，没有重新计算内容摘要')
    return 0
  }
  let now = {}
  let count = 0
  let unknown = 0
  for (const { seq, said } of rows) {
    const changes = said.diff?._rows ?? {}
    const before = now
    now = after(before, changes)
    if (!Object.values(changes.ticket ?? {}).some((row) => row?.contentHash)) continue
    const [work] = rowsOf(now, 'ticket')
    const contentsOf = contentsBy[work.contentRule ?? 1]
    if (!contentsOf) {
      unknown += 1
      continue
    }
    count += 1
    // By the first rule an approver's edit was sealed before the measures of its level were added.
    const isEdit = said.event === 'approve' && (work.contentRule ?? 1) === 1
    const sealed = isEdit ? { ...now, measures: before.measures } : now
    if (!contentsOf(sealed).some((content) => sha256(canonical(content)) === work.contentHash))
      say('CT01', `第 ${seq} 行登记的内容摘要不是当时票面内容的摘要`)
  }
  if (unknown > 0) note(`${unknown} 个内容摘要的规则比本程序新，没有重新计算`)
  return count
}

/** The rows of a ticket after what an event changed in them. */
function after(before, changes) {
  const now = { ...before }
  for (const [part, changed] of Object.entries(changes)) {
    now[part] = { ...now[part] }
    for (const [id, columns] of Object.entries(changed))
      if (columns === null) delete now[part][id]
      else now[part][id] = { ...now[part][id], ...columns }
  }
  return now
}

const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
const inEnglish = (a, b) => String(a).localeCompare(String(b), 'en')
/** The first rule left the order of rows to the database, which sorts by code or by language. */
const contentsBy = {
  1: (now) => [contentOfRule1(now, order), contentOfRule1(now, inEnglish)],
  2: (now) => [contentOfRule2(now)],
}

function contentOfRule2(now) {
  const parts = Object.entries(SEALED).map(([part, columns]) => {
    const rows = rowsOf(now, part).filter((row) => part !== 'people' || row.state === 1)
    const said = rows.map((row) =>
      Object.fromEntries(
        columns.flatMap((column) => {
          const value = row[column] ?? null
          if (value === null) return []
          return [[column, column === 'planStart' || column === 'planEnd' ? Date.parse(value) : value]]
        }),
      ),
    )
    return [part, said.toSorted((a, b) => order(canonical(a), canonical(b)))]
  })
  return { rule: 2, ...Object.fromEntries(parts) }
}

/** Lists in place of rows, in the order they stood on the ticket; what came later is said only where there is such a thing. */
function contentOfRule1(now, sorting) {
  const [work] = rowsOf(now, 'ticket')
  const or = (value) => value ?? null
  const optional = (name, value) => (or(value) === null ? {} : { [name]: value })
  return {
    work: {
      name: or(work.workName),
      type: or(work.workType),
      level: or(work.workLevel),
      area: or(work.areaId),
      place: or(work.place),
      content: or(work.content),
      hazards: or(work.hazards),
      start: or(work.planStart),
      end: or(work.planEnd),
      leader: or(work.leaderId),
      needIsolation: or(work.needIsolation),
      noIsoReason: or(work.noIsoReason),
      equip: or(work.equipIds),
      ...optional('baseTypes', work.baseTypes),
      ...optional('gasPlaces', work.gasPlaces),
    },
    points: rowsOf(now, 'points')
      .toSorted((a, b) => a.orderNum - b.orderNum || sorting(a.pointId, b.pointId))
      .map((row) => [
        row.pointId,
        row.orderNum,
        or(row.mandatory),
        or(row.plannedLockId),
        or(row.releaseGroup),
      ]),
    locks: rowsOf(now, 'locks')
      .toSorted((a, b) => sorting(a.lockId, b.lockId))
      .map((row) => [row.lockId, row.useType, or(row.ownerId), or(row.userIds)]),
    people: rowsOf(now, 'people')
      .filter((row) => row.state === 1)
      .toSorted((a, b) => inTurn(a, b, ['roleTag', 'userId', 'externalId', 'personName'], sorting))
      .map((row) => [
        or(row.userId),
        or(row.personName),
        row.roleTag,
        ...(row.externalId ? [row.externalId] : []),
      ]),
    measures: rowsOf(now, 'measures')
      .toSorted((a, b) => a.orderNum - b.orderNum)
      .map((row) => [
        row.orderNum,
        or(row.content),
        or(row.involve),
        ...(row.dualControl === 1 ? ['dual'] : []),
      ]),
  }
}

const rowsOf = (now, part) => Object.values(now[part] ?? {})
/** By the first column that differs; a row without a value comes last, as a database sorts it. */
function inTurn(a, b, columns, sorting) {
  const column = columns.find((each) => (a[each] ?? null) !== (b[each] ?? null))
  if (!column) return 0
  if ((a[column] ?? null) === null) return 1
  return (b[column] ?? null) === null ? -1 : sorting(a[column], b[column])
}
