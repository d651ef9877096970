import {
  CheckCircleFilled,
  ExclamationCircleOutlined,
  LockFilled,
  LoginOutlined,
  LogoutOutlined,
  MinusCircleOutlined,
  SwapOutlined,
  UserAddOutlined,
  UnlockOutlined,
} from '@ant-design/icons'
import type { TicketDetail } from '@suoan/contract'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { Alert, Button, Space, Tag } from 'antd'
import { useState } from 'react'
import { call } from '../../../request/call.ts'
import { canDo } from '../../../session/can.ts'
import { useSession } from '../../../session/session-store.ts'
import { EmptyState } from '../../../shell/states/EmptyState.tsx'
import { textOf } from '../text-of.ts'
import { useMove } from '../use-move.ts'
import { CrewDialog } from './CrewDialog.tsx'
import { AskRemovalDialog } from '../emergency/AskRemovalDialog.tsx'
import type { HeldLock } from '../emergency/HeldLockSelect.tsx'
import { PersonalLockDialog } from './PersonalLockDialog.tsx'
import { SafeCard } from './SafeCard.tsx'

const quiet = { quiet: true } as const
type Person = TicketDetail['people'][number]

/** People of the ticket: briefing, guardians, personal locks, in and out. */
export function PeopleTab({ detail }: { detail: TicketDetail }) {
  const { people, events, myRoles, ticket } = detail
  const me = useSession((session) => session.user?.id)
  const permissions = useSession((session) => session.permissions)
  const { move, running, isRunning } = useMove(ticket.id)
  const [locking, setLocking] = useState(false)
  const [crew, setCrew] = useState<{ leaver: Person | null } | null>(null)
  const [removing, setRemoving] = useState<HeldLock | null>(null)
  if (people.length === 0) return <EmptyState text="本票还没有登记人员" />
  const workId = ticket.id
  const isLive = [4, 20].includes(ticket.workStatus) && ticket.voidFlag !== 1
  const holds = (role: string) => myRoles.includes(role)
  const mayRemove = events.includes('removalAsk') && canDo(permissions, 'lo:work:emergency')
  const mayRun = canDo(permissions, 'lo:work:run')
  const mayBrief = isLive && mayRun && (holds('LEAD') || holds('PERMIT'))
  const mayChange = mayRun && events.includes('crewChange')
  const toBrief = people.filter((row) => !row['briefTime'] && row['userId'])
  const mine = people.filter((row) => row['userId'] === me)
  const holdsLock = mine.some((row) => Number(row['personalHolds'] ?? 0) > 0)
  const takesOver = detail.handovers.some(
    (row) =>
      row['toUserId'] === me &&
      Number(row['state']) === 1 &&
      ['WORK', 'CONTR'].includes(String(row['roleTag'])),
  )
  const press = (label: string, send: (clientOpId: string) => Promise<unknown>) => void move(label, send)

  const actionsOf = (row: Person) => {
    const personId = String(row['id'])
    const isMe = row['userId'] === me
    const isIn = Number(row['onState']) === 1
    const isWorker = ['WORK', 'CONTR', 'LEAD', 'GUARD'].includes(String(row['roleTag']))
    return (
      <Space wrap>
        {row['roleTag'] === 'GUARD' && !row['checkInTime'] && isLive && mayRun && (isMe || holds('LEAD')) && (
          <Button
            size="large"
            disabled={isRunning}
            onClick={() =>
              press('监护到位', (clientOpId) =>
                call(tickets.guardIn, { workId, clientOpId, personId }, quiet),
              )
            }
          >
            监护到位
          </Button>
        )}
        {isMe &&
          isWorker &&
          canDo(permissions, 'lo:work:own') &&
          events.includes('suspend') &&
          !holdsLock &&
          [10, 11, 12, 20, 21, 22, 23].includes(ticket.execPhase) && (
            <Button size="large" icon={<LockFilled />} disabled={isRunning} onClick={() => setLocking(true)}>
              挂个人锁
            </Button>
          )}
        {isMe &&
        Number(row['personalHolds'] ?? 0) > 0 &&
        events.includes('personalLockOff') &&
        row['personalLockId'] ? (
          <Button
            size="large"
            icon={<UnlockOutlined />}
            disabled={isRunning}
            onClick={() =>
              press('摘个人锁', (clientOpId) =>
                call(
                  tickets.personalLockOff,
                  { workId, clientOpId, lockId: String(row['personalLockId']) },
                  quiet,
                ),
              )
            }
          >
            摘个人锁
          </Button>
        ) : null}
        {!isMe && Number(row['personalHolds'] ?? 0) > 0 && mayRemove && (
          <Button
            danger
            size="large"
            icon={<ExclamationCircleOutlined />}
            disabled={isRunning}
            onClick={() => setRemoving(heldBy(row, ticket))}
          >
            应急拆锁
          </Button>
        )}
        {ticket.execPhase === 20 &&
          isWorker &&
          !isIn &&
          mayRun &&
          (isMe || holds('LEAD') || holds('GUARD')) && (
            <Button
              size="large"
              type="primary"
              ghost
              icon={<LoginOutlined />}
              disabled={isRunning}
              onClick={() =>
                press('进场', (clientOpId) => call(tickets.personIn, { workId, clientOpId, personId }, quiet))
              }
            >
              进场
            </Button>
          )}
        {isIn && events.includes('personOut') && mayRun && (
          <Button
            size="large"
            icon={<LogoutOutlined />}
            disabled={isRunning}
            onClick={() =>
              press('离场', (clientOpId) => call(tickets.personOut, { workId, clientOpId, personId }, quiet))
            }
          >
            离场
          </Button>
        )}
        {mayChange && ['WORK', 'CONTR', 'GUARD'].includes(String(row['roleTag'])) && (
          <Button size="large" icon={<SwapOutlined />} onClick={() => setCrew({ leaver: row })}>
            替换
          </Button>
        )}
      </Space>
    )
  }
  return (
    <>
      {mine.length > 0 && isLive && <SafeCard workId={workId} />}
      {mayBrief && toBrief.length > 0 && (
        <Button
          className="gap-bottom"
          type="primary"
          size="large"
          loading={running === '安全交底'}
          onClick={() =>
            press('安全交底', (clientOpId) =>
              call(
                tickets.brief,
                { workId, clientOpId, personIds: toBrief.map((row) => String(row['id'])) },
                quiet,
              ),
            )
          }
        >
          全员安全交底（{toBrief.length} 人未交底）
        </Button>
      )}
      {mayChange && (
        <Button
          className="gap-bottom"
          size="large"
          icon={<UserAddOutlined />}
          onClick={() => setCrew({ leaver: null })}
        >
          增加人员
        </Button>
      )}
      {mine.length === 0 &&
        detail.myLocks.map(({ lockId, lockCode }) => (
          <Alert
            key={lockId}
            className="gap-bottom"
            type="warning"
            showIcon
            title={`您的个人锁 ${lockCode} 仍挂在本票上`}
            action={
              <Button
                size="large"
                icon={<UnlockOutlined />}
                disabled={isRunning}
                onClick={() =>
                  press('摘个人锁', (clientOpId) =>
                    call(tickets.personalLockOff, { workId, clientOpId, lockId }, quiet),
                  )
                }
              >
                摘个人锁
              </Button>
            }
          />
        ))}
      {mine.length === 0 && takesOver && detail.myLocks.length === 0 && (
        <Button className="gap-bottom" size="large" icon={<LockFilled />} onClick={() => setLocking(true)}>
          挂个人锁
        </Button>
      )}
      <ul className="person-cards">
        {people.map((row) => (
          <li key={String(row['id'])}>
            <div className="grow">
              <b>{textOf(row, 'name')}</b> <Tag>{textOf(row, 'roleTag')}</Tag>
              {Number(row['state']) === 0 && <Tag color="warning">已替换，未离场</Tag>}
              <p>
                <Sign isDone={Boolean(row['briefTime'])} done="已交底" not="未交底" />
                {row['roleTag'] === 'GUARD' && (
                  <Sign isDone={Boolean(row['checkInTime'])} done="监护已到位" not="监护未到位" />
                )}
                {row['personalOpenCode'] ? (
                  <span className="sign-bad">
                    <ExclamationCircleOutlined /> {String(row['personalOpenCode'])} 未锁住，个人锁不起保护作用
                  </span>
                ) : null}
                {['WORK', 'CONTR'].includes(String(row['roleTag'])) && !row['personalOpenCode'] && (
                  <Sign
                    isDone={Number(row['personalHolds'] ?? 0) > 0}
                    done={`个人锁已挂 ${String(row['personalLockCode'] ?? '')}`}
                    not={`个人锁未挂 ${String(row['personalLockCode'] ?? '')}`}
                  />
                )}
                <Sign
                  isDone={Number(row['onState']) === 1}
                  done="在场"
                  not={Number(row['onState']) === 2 ? '已离场' : '未进场'}
                />
              </p>
            </div>
            {actionsOf(row)}
          </li>
        ))}
      </ul>
      {crew && <CrewDialog workId={workId} leaver={crew.leaver} onClose={() => setCrew(null)} />}
      {locking && <PersonalLockDialog detail={detail} onClose={() => setLocking(false)} />}
      {removing && <AskRemovalDialog held={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

/** The personal lock that hangs for this person on this ticket. */
const heldBy = (row: Person, ticket: TicketDetail['ticket']): HeldLock => ({
  holdId: '',
  lockId: String(row['personalLockId']),
  lockCode: String(row['personalLockCode'] ?? ''),
  ownerName: textOf(row, 'name'),
  workId: ticket.id,
  workNo: ticket.workNo,
})

function Sign({ isDone, done, not }: { isDone: boolean; done: string; not: string }) {
  return (
    <span className={isDone ? 'sign-done' : 'sign-not'}>
      {isDone ? <CheckCircleFilled /> : <MinusCircleOutlined />} {isDone ? done : not}
    </span>
  )
}
