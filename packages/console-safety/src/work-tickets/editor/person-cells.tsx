import { labelOf, lockPurpose } from '@suoan/domain/dictionaries'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import {
  CellTypes,
  chosenType,
  type CellType,
  type Column,
  type OwnEditorCell,
  type SlotCell,
} from '@suoan/ui/editable-table'
import { valued } from './BasicsStep.tsx'
import type { PersonLine } from './draft-model.ts'
import { lockOptions, lockType, type KnownLocks } from './lock-cells.ts'
import { LockSelect } from './LockSelect.tsx'
import {
  externalKey,
  mayComeFromElsewhere,
  nameKey,
  ownPeople,
  repeated,
  unknownText,
  userKey,
  wearsLock,
  whoIs,
  type Lookup,
} from './people-rows.ts'
import { roleOptions } from './RoleList.tsx'
import { namedKey } from './use-name-lookup.ts'

const sources = [
  { value: ownPeople, text: '本单位' },
  { value: 2, text: '承包商' },
  { value: 3, text: '访客' },
]

/** A person in a column: `personKey` is the value, `options` of the column are the names. A name can be pasted. */
const personType: CellType = {
  ...chosenType('person', (value, { options = [] }) => {
    const key = typeof value === 'string' ? value : null
    return options.find((option) => option.value === key)?.text ?? whoIs(key).personName
  }),
  read: (text) => (text.trim() === '' ? null : nameKey(text.trim())),
}
export const personTypes = new CellTypes()
personTypes.install(personType)
personTypes.install(lockType)

interface Known {
  readonly users: ReadonlyMap<string, string>
  readonly externals: ReadonlyMap<string, string>
  readonly locks: KnownLocks
  readonly isNarrow: boolean
}

export function personColumns({ users, externals, locks, isNarrow }: Known): readonly Column[] {
  const role: Column = {
    key: 'roleTag',
    title: '角色',
    type: 'select',
    options: roleOptions,
    width: isNarrow ? 88 : 140,
  }
  const source: Column = {
    key: 'personSource',
    title: '来源',
    type: 'select',
    options: sources,
    width: 110,
    disabled: ({ roleTag }) => roleTag !== undefined && !mayComeFromElsewhere(roleTag),
  }
  const person: Column = {
    key: 'person',
    title: '姓名',
    type: 'person',
    placeholder: '请选择',
    ...(isNarrow ? { width: 120 } : { minWidth: 220 }),
    options: [
      ...[...users].map(([id, text]) => ({ value: userKey(id), text })),
      ...[...externals].map(([id, text]) => ({ value: externalKey(id), text })),
    ],
  }
  const lock: Column = {
    key: 'personalLockId',
    title: '个人锁',
    type: 'lock',
    placeholder: '请选择',
    ...(isNarrow ? { width: 100 } : { minWidth: 220 }),
    options: lockOptions(locks),
    disabled: ({ roleTag }) => roleTag !== undefined && !wearsLock(roleTag),
  }
  // A phone shows who has which lock before anything is scrolled.
  return isNarrow ? [role, person, lock, source] : [role, source, person, lock]
}

/** What the cells of people show beyond their text, and the lists that open over them. */
export function personCells(
  people: readonly PersonLine[],
  locks: KnownLocks,
  found: Readonly<Record<string, Lookup>>,
) {
  const byKey = new Map(people.map((line) => [line.key, line]))
  const taken = people.flatMap(({ personalLockId }) => personalLockId ?? [])
  const twice = repeated(people)
  const problemOf = (line: PersonLine, { personName }: { readonly personName: string }): string | null => {
    if (personName !== '')
      return unknownText(line.personSource, found[namedKey({ ...line, name: personName })])
    return twice.has(line.key) ? '此人已在同一角色中' : null
  }
  return {
    slots: {
      person: ({ row, value, column }: SlotCell) => {
        const line = byKey.get(row.id)
        const key = typeof value === 'string' ? value : null
        if (key === null || !line) return <span className="et-hint">{column.placeholder}</span>
        const text = personType.text(key, column, row)
        const problem = problemOf(line, whoIs(key))
        return (
          <span className="cell-note" title={text}>
            <span>{text === '' ? '…' : text}</span>
            {problem !== null && <small role="alert">{problem}</small>}
          </span>
        )
      },
      personalLockId: ({ row, value, column }: SlotCell) => {
        if (!wearsLock(byKey.get(row.id)?.roleTag)) return <span className="et-hint">—</span>
        const text = typeof value === 'string' ? (locks.get(value)?.text ?? value) : null
        return <span className={text === null ? 'et-hint' : 'cell-words'}>{text ?? column.placeholder}</span>
      },
    },
    editors: {
      person: ({ row, value, seed, take, close }: OwnEditorCell) => {
        const line = byKey.get(row.id)
        const { userId, externalId } = whoIs(typeof value === 'string' ? value : null)
        const isOwn = (line?.personSource ?? ownPeople) === ownPeople
        const keyOf = isOwn ? userKey : externalKey
        return (
          <RefPicker
            aria-label={`${labelOf('lo_role_tag', line?.roleTag ?? '')}${isOwn ? '' : ' 外来人员'}`}
            field={
              isOwn
                ? { kind: 'ref', label: '人员', resource: 'user' }
                : { kind: 'ref', label: '外来人员', resource: 'externalPerson' }
            }
            {...valued(isOwn ? userId : externalId)}
            inCell={{ seed, close }}
            onChange={(id) => take(Array.isArray(id) || !id ? null : keyOf(id))}
          />
        )
      },
      lock: ({ row, value, seed, take, close }: OwnEditorCell) => {
        const line = byKey.get(row.id)
        return (
          <LockSelect
            aria-label={`${labelOf('lo_role_tag', line?.roleTag ?? '')} 个人锁`}
            purpose={lockPurpose.personal}
            placeholder="个人锁"
            value={typeof value === 'string' ? value : null}
            code={typeof value === 'string' ? (locks.get(value)?.code ?? null) : null}
            taken={taken}
            ownerId={line?.userId ?? null}
            inCell={{ seed, close }}
            onChange={take}
          />
        )
      },
    },
  }
}
