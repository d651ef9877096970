import { removalState } from '@suoan/domain/dictionaries'
import { ExclamationCircleOutlined } from '@ant-design/icons'
import { emergencyRemoval, type RemovalRow } from '@suoan/contract'
import { emergencyMinutes } from '@suoan/domain/grant'
import { minute } from '@suoan/domain/verdict'
import { shanghaiMoment, shanghaiTime } from '@suoan/kit/shanghai'
import { AppModal } from '@suoan/ui/modal'
import { Tag } from 'antd'
import { useState } from 'react'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { OpenDialog } from '../../locks/OpenDialog.tsx'
import { textOf } from '../text-of.ts'
import { lockText } from './lock-text.ts'
import { AskRemovalDialog } from './AskRemovalDialog.tsx'
import { DecideRemovalDialog } from './DecideRemovalDialog.tsx'
import { DoneRemovalDialog } from './DoneRemovalDialog.tsx'
import '../tickets.css'
import '../page/page.css'
import './emergency.css'
import { RemovalEvidence } from './RemovalEvidence.tsx'

type Shown =
  | { readonly kind: 'ask' }
  | { readonly kind: 'decide' | 'open' | 'done' | 'see'; readonly row: RemovalRow }
  | null

const colors: Readonly<Record<number, string>> = {
  0: 'orange',
  1: 'red',
  2: 'volcano',
  3: 'green',
  8: 'default',
  9: 'default',
}

/** 应急拆锁: who asked, who agreed, who removed, and whether the owner knows (T47–T49). */
export default function EmergencyListPage() {
  const me = useSession((session) => session.user?.id)
  const [shown, setShown] = useState<Shown>(null)
  const isMobile = useIsMobile()
  const close = () => setShown(null)
  const permission = 'lo:work:emergency'
  return (
    <div className="card">
      <ResourceView
        resource={emergencyRemoval}
        selectable={false}
        list={isMobile ? ['lockId'] : columnNames}
        columns={isMobile ? phoneColumns : columns}
        toolbar={[
          {
            key: 'ask',
            label: '申请应急拆锁',
            icon: <ExclamationCircleOutlined />,
            permission,
            primary: true,
            run: () => setShown({ kind: 'ask' }),
          },
        ]}
        // What waits for him comes first: a phone has room for one button, and ten minutes are short.
        rowActions={[
          {
            key: 'decide',
            label: '处理',
            primary: !isMobile,
            permission,
            when: (row) => row.state === removalState.asked && row.requestBy !== me && row.ownerId !== me,
            run: (row) => setShown({ kind: 'decide', row }),
          },
          {
            key: 'open',
            label: '开锁',
            primary: !isMobile,
            permission: 'lo:lock:open',
            when: (row) => row.state === removalState.approved && row.removerId === me,
            run: (row) => setShown({ kind: 'open', row }),
          },
          {
            key: 'done',
            label: '登记已拆',
            primary: !isMobile,
            permission,
            when: (row) => row.state === removalState.approved && row.removerId === me,
            run: (row) => setShown({ kind: 'done', row }),
          },
          { key: 'see', label: '依据', run: (row) => setShown({ kind: 'see', row }) },
        ]}
      />
      {shown?.kind === 'ask' && <AskRemovalDialog held={null} onClose={close} />}
      {shown?.kind === 'decide' && <DecideRemovalDialog row={shown.row} onClose={close} />}
      {shown?.kind === 'open' && <OpenDialog lock={lockOf(shown.row)} onClose={close} />}
      {shown?.kind === 'done' && <DoneRemovalDialog row={shown.row} onClose={close} />}
      {shown?.kind === 'see' && (
        <AppModal open width={640} title="应急拆锁的依据" footer={null} onCancel={close}>
          <RemovalEvidence row={shown.row} />
        </AppModal>
      )}
    </div>
  )
}

/** The lock that its remover opens with the one-shot grant of the approval; what it is now the dialog asks itself. */
const lockOf = (row: RemovalRow) => ({
  id: row.lockId ?? '',
  lockCode: row.lockCode,
  lockName: textOf(row, 'lockId'),
  lockStatus: null,
  stateTrust: null,
  stateTime: null,
  workId: row.workId ?? '',
  workNo: textOf(row, 'workId'),
})

/** Until when the next step must be taken; empty when none waits. */
function untilText({ state, requestTime, approveTime }: RemovalRow): string {
  const since = state === removalState.asked ? requestTime : approveTime
  if (since === null || (state !== removalState.asked && state !== removalState.approved)) return ''
  const until = shanghaiTime(shanghaiMoment(since) + emergencyMinutes * minute).slice(11, 16)
  return state === removalState.asked ? `${until} 前须批准` : `${until} 前须拆下`
}

/** `2026-12-01 08:50:00` without year and seconds. */
const short = (time: string | null) => (time ?? '').slice(5, 16)

function StateTag({ row }: { row: RemovalRow }) {
  const until = untilText(row)
  return (
    <span className="removal-cell">
      <Tag color={colors[row.state ?? 0] ?? 'default'}>{textOf(row, 'state')}</Tag>
      {until && <small>{until}</small>}
    </span>
  )
}

type SignedBy = 'requestBy' | 'approveBy' | 'removeMeans'

/** Somebody, and when. */
function Signed({ row, who, when }: { row: RemovalRow; who: SignedBy; when: string | null }) {
  return row[who] ? (
    <span className="removal-cell">
      <span>{textOf(row, who)}</span>
      <small>{short(when)}</small>
    </span>
  ) : (
    '—'
  )
}

/** The lock and whose it is. */
function LockCell({ row }: { row: RemovalRow }) {
  return (
    <span className="removal-cell">
      <b>{lockText(row)}</b>
      <small>锁主 {textOf(row, 'ownerId')}</small>
    </span>
  )
}

/** All of a removal under one another. */
function PhoneCell({ row }: { row: RemovalRow }) {
  return (
    <span className="removal-cell">
      <StateTag row={row} />
      <LockCell row={row} />
      <small>{textOf(row, 'workId')}</small>
      <span>{textOf(row, 'reason')}</span>
      <small>
        申请 {textOf(row, 'requestBy')} {short(row.requestTime)}
      </small>
      {row.removeTime && (
        <small>
          {textOf(row, 'removeMeans')} {short(row.removeTime)}
        </small>
      )}
      {row.ownerAckTime && <small>锁主已知悉 {short(row.ownerAckTime)}</small>}
    </span>
  )
}

const columnNames = [
  'state',
  'lockId',
  'workId',
  'reason',
  'requestBy',
  'approveBy',
  'removeMeans',
  'ownerAckTime',
]
const columns: ColumnOverrides<RemovalRow> = {
  state: { width: 100, render: (row) => <StateTag row={row} /> },
  lockId: { title: '锁具 / 锁主', width: 120, beside: ['ownerId'], render: (row) => <LockCell row={row} /> },
  workId: { width: 125, render: (row) => <span className="cell-whole">{textOf(row, 'workId')}</span> },
  reason: { width: 120, render: (row) => <span className="cell-whole">{textOf(row, 'reason')}</span> },
  requestBy: {
    title: '申请',
    beside: ['requestTime'],
    width: 90,
    render: (row) => <Signed row={row} who="requestBy" when={row.requestTime} />,
  },
  approveBy: {
    title: '批准',
    beside: ['approveTime'],
    width: 90,
    render: (row) => <Signed row={row} who="approveBy" when={row.approveTime} />,
  },
  removeMeans: {
    title: '拆除',
    beside: ['removeTime'],
    width: 95,
    render: (row) => <Signed row={row} who="removeMeans" when={row.removeTime} />,
  },
  ownerAckTime: { title: '锁主知悉', width: 90, render: (row) => short(row.ownerAckTime) || '—' },
}
const phoneColumns: ColumnOverrides<RemovalRow> = {
  lockId: { title: '应急拆锁', width: 150, render: (row) => <PhoneCell row={row} /> },
}
