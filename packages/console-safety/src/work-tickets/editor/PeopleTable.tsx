import { externalPerson, user, type ProcedureDemand } from '@suoan/contract'
import { lockPurpose } from '@suoan/domain/dictionaries'
import { consolePorts } from '@suoan/console-base/editable-table/console-ports.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { EditableTable, type EditableTableHandle } from '@suoan/ui/editable-table'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { CrewPick } from './CrewPick.tsx'
import type { PersonLine } from './draft-model.ts'
import { useKnownLocks } from './lock-cells.ts'
import { personCells, personColumns, personTypes } from './person-cells.tsx'
import {
  externalKey,
  ownPeople,
  peopleOf,
  personKey,
  personRows,
  userKey,
  whoIs,
  type PersonRow,
} from './people-rows.ts'
import { RoleList } from './RoleList.tsx'
import type { StepProps } from './use-draft.ts'
import { namedKey, useNameLookup } from './use-name-lookup.ts'
import { useRefTexts } from './use-ref-texts.ts'

/** Who does what, a line each: added by role, chosen by name, or pasted as a list of names. */
export function PeopleTable({
  draft,
  patch,
  demands,
}: Pick<StepProps, 'draft' | 'patch'> & { readonly demands: readonly ProcedureDemand[] }) {
  const { people } = draft
  const isNarrow = useIsNarrow()
  const table = useRef<EditableTableHandle>(null)
  const named = useMemo(
    () =>
      people.map(({ personalLockId, personalLockCode }) => ({ id: personalLockId, code: personalLockCode })),
    [people],
  )
  const locks = useKnownLocks([lockPurpose.personal], named)
  const users = useRefTexts(user, idsOf(people, 'userId'))
  const externals = useRefTexts(externalPerson, idsOf(people, 'externalId'))
  const lookups = useTakenNames(people, (next) => patch({ people: next }))
  const columns = useMemo(
    () => personColumns({ users, externals, locks, isNarrow }),
    [users, externals, locks, isNarrow],
  )
  const cells = useMemo(() => personCells(people, locks, lookups.found), [people, locks, lookups.found])
  const rows = useMemo(() => personRows(people), [people])
  const add = (roleTag: string) => {
    const [row] =
      table.current?.addRows([{ roleTag, personSource: roleTag === 'CONTR' ? 2 : ownPeople }]) ?? []
    if (row) table.current?.goTo({ id: row.id, key: 'person' })
  }
  const addWorkers = (userIds: readonly string[]) => {
    const there = people.flatMap((line) => (line.roleTag === 'WORK' ? (line.userId ?? []) : []))
    const fresh = userIds.filter((id) => !there.includes(id))
    if (fresh.length > 0) table.current?.addRows(fresh.map((id) => ({ ...newWorker(), person: userKey(id) })))
  }
  return (
    <>
      <RoleList draft={draft} demands={demands} onAdd={add} />
      <EditableTable<PersonRow>
        ref={table}
        label="人员"
        size="medium"
        maxHeight={620}
        columns={columns}
        types={personTypes}
        rows={rows}
        {...cells}
        ports={consolePorts}
        newRow={newWorker}
        rowNumber={!isNarrow}
        rowSelection
        toolbar={people.length === 0 ? [] : ['remove', 'clearSelection', 'history']}
        toolbarSuffix={<CrewPick onPick={addWorkers} />}
        empty="还没有人员，请在上方按角色添加；姓名可以从表格软件整列粘贴"
        settingsKey="ticket-people"
        onRows={(next) => {
          const { people: changed, said } = peopleOf(next, people, locks)
          if (said.length > 0) void feedback().message.warning(said.join('；'))
          lookups.enter(changed)
          patch({ people: changed })
        }}
      />
    </>
  )
}

/** The role of most people; a pasted list of names begins with it. */
const newWorker = () => ({ roleTag: 'WORK', personSource: ownPeople, person: null, personalLockId: null })

const idsOf = (people: readonly PersonLine[], key: 'userId' | 'externalId'): readonly string[] => [
  ...new Set(people.flatMap((line) => line[key] ?? [])),
]

/**
 * Looks up the names on lines that are no person yet. A name that was entered here, and that exactly one person has, becomes
 * that person; one that stood there before waits for somebody to choose.
 */
function useTakenNames(people: readonly PersonLine[], onTaken: (people: readonly PersonLine[]) => void) {
  const [entered, setEntered] = useState<ReadonlySet<string>>(new Set())
  const open = people.filter((line) => whoIs(personKey(line)).personName !== '')
  const nameOf = ({ personSource, personName }: PersonLine) => ({ personSource, name: personName })
  const found = useNameLookup(open.map(nameOf))
  const take = useEffectEvent(() => {
    let isAny = false
    const next = people.map((line): PersonLine => {
      const lookup = entered.has(line.key) && open.includes(line) ? found[namedKey(nameOf(line))] : undefined
      if (typeof lookup !== 'object') return line
      isAny = true
      const key = line.personSource === ownPeople ? userKey(lookup.id) : externalKey(lookup.id)
      return { ...line, ...whoIs(key) }
    })
    if (isAny) onTaken(next)
  })
  useEffect(() => take(), [found, entered])
  return {
    found,
    /** Remembers which of these lines have just got a name. */
    enter(next: readonly PersonLine[]) {
      const before = new Map(people.map((line) => [line.key, personKey(line)]))
      const fresh = next.filter(
        (line) => whoIs(personKey(line)).personName !== '' && before.get(line.key) !== personKey(line),
      )
      if (fresh.length > 0) setEntered(new Set([...entered, ...fresh.map(({ key }) => key)]))
    },
  }
}
