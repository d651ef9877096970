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
import type { PersonActionKey, TicketDetail, TicketPerson } from '@suoan/contract'
import { workExecutionEndpoints as execution, workTicketEndpoints as tickets } from '@suoan/contract'
import type { TurnAct } from '@suoan/domain/work-ticket'
import { Alert, Button, Space, Tag } from 'antd'
import type { ButtonProps } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { usePosition } from '../../position/use-position.ts'
import { hazardsText, textOf } from '../text-of.ts'
import { usePageMove, type Press } from '../use-move.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { useSign } from '../sign/use-sign.tsx'
import { useBegun, useEndOfStep } from '../turn/begun-step.ts'
import { AttendDialog, type AttendedKey, type Shown } from './AttendDialog.tsx'
import { BriefDialog } from './BriefDialog.tsx'
import { CrewDialog } from './CrewDialog.tsx'
import { AskRemovalDialog } from '../emergency/AskRemovalDialog.tsx'
import type { HeldLock } from '../emergency/HeldLockSelect.tsx'
import { PersonalLockDialog } from './PersonalLockDialog.tsx'
import { SafeCard } from './SafeCard.tsx'

const quiet = { quiet: true } as const

/** What can be done for a person, as its button says it. */
const looks: Readonly<
  Record<PersonActionKey, Pick<ButtonProps, 'icon' | 'danger' | 'type' | 'ghost'> & { label: string }>
> = {
  guardIn: { label: '监护到位', type: 'primary' },
  guardConfirm: { label: '确认在岗', type: 'primary', ghost: true },
  lockOn: { label: '为其挂个人锁', icon: <LockFilled /> },
  lockOff: { label: '摘个人锁', icon: <UnlockOutlined /> },
  removal: { label: '应急拆锁', icon: <ExclamationCircleOutlined />, danger: true },
  in: { label: '进场', icon: <LoginOutlined />, type: 'primary', ghost: true },
  out: { label: '离场', icon: <LogoutOutlined /> },
  replace: { label: '替换', icon: <SwapOutlined /> },
}

/** Steps that the button of a person does. */
const stepKeys: Readonly<Partial<Record<TurnAct, PersonActionKey>>> = {
  guardIn: 'guardIn',
  personalLockOn: 'lockOn',
  personalLockOff: 'lockOff',
  personIn: 'in',
  personOut: 'out',
}

type Asking =
  | { readonly what: 'lockOn' | 'crewAdd' | 'brief' }
  | { readonly what: 'replace' | 'removal'; readonly person: TicketPerson }
  | { readonly what: 'attend'; readonly key: AttendedKey; readonly person: TicketPerson }

/** People of the ticket: briefing, guardians, personal locks, in and out. */
export function PeopleTab({ detail }: { detail: TicketDetail }) {
  const { people, ticket, siteActions, myLocks } = detail
  const { move, running, isRunning } = usePageMove(ticket.id)
  const place = usePosition(ticket.hasFence)
  const [asking, setAsking] = useState<Asking | null>(null)
  const { sign, dialog } = useSign()
  const end = useEndOfStep()
  const workId = ticket.id
  const toBrief = people.filter((person) => !person.isBriefed)
  // What is signed: the first line of mine that waits, with the ticket as it stands here.
  const waiting = people.find((person) => person.isMe && person.isBriefed && !person.isBriefSigned)
  const confirmBriefing = async () => {
    const sure = await feedback().modal.confirm({
      title: '确认已接受安全交底？',
      content: (
        <>
          <p>确认后以您本人的名义签署：已了解作业内容、危害、隔离与应急措施。</p>
          <ul className="asked-lines">
            <li>
              作业：{ticket.workName}（{textOf(ticket, 'place')}）
            </li>
            <li>内容：{textOf(ticket, 'content')}</li>
            <li>危害：{hazardsText(ticket)}</li>
            <li>应急联系人：{textOf(ticket, 'emergencyContact')}</li>
          </ul>
        </>
      ),
      okText: '确认',
      cancelText: '取消',
    })
    if (!sure || !waiting) return end()
    const subject = { bizId: waiting.id, contentHash: ticket.contentHash ?? '' }
    const signed = await sign('安全交底确认', ticket.briefSign, [subject])
    end()
    if (signed === null) return
    await move('确认安全交底', (press) =>
      call(tickets.briefConfirm, { workId, ...press, personId: waiting.id, ...signed }, quiet),
    )
  }
  const isListed = people.some((person) => person.isMe)
  const mayLockOn = siteActions.includes('lockOn')
  const close = () => {
    setAsking(null)
    end()
  }

  const lockOff = (lockId: string) =>
    move('摘个人锁', (press) => call(tickets.personalLockOff, { workId, ...press, lockId }, quiet))
  const signIn = async (label: string, input: { workId: string; personId: string }) => {
    // Where the area has a fence the server asks for the place; why there is none stands above the list.
    const onSite = await place.read()
    if (onSite === 'missing') return
    await move(label, (press) =>
      call(tickets.guardIn, { ...input, ...press, ...(onSite && { onSite }) }, quiet),
    )
  }
  /** His word, with his place where the area has a fence. */
  const confirmPost = async (label: string) => {
    const at = await place.read()
    if (at === 'missing') return
    await move(label, (press) =>
      call(execution.guardConfirm, { workId, ...press, ...(at && { onSite: at }) }, quiet),
    )
  }
  const attended = (key: AttendedKey, person: TicketPerson, shown: Shown, press: Press) => {
    const input = { workId, personId: person.id, ...shown, ...press }
    switch (key) {
      case 'in':
        return call(tickets.personIn, input, quiet)
      case 'out':
        return call(tickets.personOut, input, quiet)
      case 'lockOn':
        return call(tickets.personalLockOn, { ...input, lockId: shown.lockId ?? '' }, quiet)
      case 'lockOff':
        return call(tickets.personalLockOff, { ...input, lockId: person.personalLockId ?? '' }, quiet)
    }
  }
  const act = (key: PersonActionKey, person: TicketPerson) => {
    const { label } = looks[key]
    const input = { workId, personId: person.id }
    if (person.externalId && (key === 'in' || key === 'out' || key === 'lockOn' || key === 'lockOff'))
      return setAsking({ what: 'attend', key, person })
    switch (key) {
      case 'removal':
      case 'replace':
        return setAsking({ what: key, person })
      case 'lockOn':
        // Offered for people without an account only, above.
        return undefined
      case 'lockOff':
        return void lockOff(person.personalLockId ?? '')
      case 'guardIn':
        return void signIn(label, input)
      case 'guardConfirm':
        return void confirmPost(label)
      case 'in':
        return void move(label, (press) => call(tickets.personIn, { ...input, ...press }, quiet))
      case 'out':
        return void move(label, (press) => call(tickets.personOut, { ...input, ...press }, quiet))
    }
  }
  useBegun(({ act: step, userId }, byLink) => {
    if (step === 'brief') return setAsking({ what: 'brief' })
    if (step === 'briefConfirm') return void confirmBriefing()
    const key = stepKeys[step]
    if (key === undefined || isRunning) return
    const mine = people.filter((person) => (person.externalId ?? person.userId) === userId)
    const person = mine.find(({ actions }) => actions.includes(key)) ?? mine[0]
    if (step === 'personalLockOn' && !person?.externalId) return setAsking({ what: 'lockOn' })
    // One press of a button is the whole step: a link only leads to the button.
    if (byLink && !person?.externalId) return end()
    if (person) act(key, person)
    else if (key === 'lockOff') myLocks.slice(0, 1).forEach(({ lockId }) => void lockOff(lockId))
  })
  if (people.length === 0) return <EmptyState text="本票还没有登记人员" />
  const lockOnButton = (
    <Button
      size="large"
      icon={<LockFilled />}
      disabled={isRunning}
      onClick={() => setAsking({ what: 'lockOn' })}
    >
      挂个人锁
    </Button>
  )
  return (
    <>
      {isListed && detail.situation.isLive && <SafeCard workId={workId} />}
      {place.problem && (
        <Alert
          className="gap-bottom"
          type="error"
          showIcon
          title="未取得您的位置，没有登记监护到位或在岗"
          description={place.problem}
        />
      )}
      {siteActions.includes('brief') && (
        <Button
          className="gap-bottom"
          type="primary"
          size="large"
          loading={running === '安全交底'}
          onClick={() => setAsking({ what: 'brief' })}
        >
          全员安全交底（{toBrief.length} 人未交底）
        </Button>
      )}
      {siteActions.includes('briefConfirm') && (
        <Button
          className="gap-bottom"
          type="primary"
          size="large"
          loading={running === '确认安全交底'}
          onClick={() => void confirmBriefing()}
        >
          确认已接受交底
        </Button>
      )}
      {siteActions.includes('crewAdd') && (
        <Button
          className="gap-bottom"
          size="large"
          icon={<UserAddOutlined />}
          onClick={() => setAsking({ what: 'crewAdd' })}
        >
          增加人员
        </Button>
      )}
      {!isListed &&
        myLocks.map(({ lockId, lockCode }) => (
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
                onClick={() => void lockOff(lockId)}
              >
                摘个人锁
              </Button>
            }
          />
        ))}
      {!isListed && mayLockOn && <p>{lockOnButton}</p>}
      <ul className="person-cards">
        {people.map((person) => (
          <li key={person.id}>
            <PersonLines person={person} />
            <Space wrap>
              {person.isMe && person.isEntering && mayLockOn && lockOnButton}
              {person.actions.map((key) => {
                const { label, ...look } = looks[key]
                return (
                  <Button
                    key={key}
                    size="large"
                    disabled={isRunning}
                    {...look}
                    onClick={() => act(key, person)}
                  >
                    {label}
                  </Button>
                )
              })}
            </Space>
          </li>
        ))}
      </ul>
      {dialog}
      {asking?.what === 'brief' && (
        <BriefDialog
          workId={workId}
          people={people.filter((person) => !person.isBriefSigned && !person.isReplaced)}
          onClose={close}
        />
      )}
      {asking?.what === 'crewAdd' && <CrewDialog workId={workId} leaver={null} onClose={close} />}
      {asking?.what === 'replace' && <CrewDialog workId={workId} leaver={asking.person} onClose={close} />}
      {asking?.what === 'lockOn' && <PersonalLockDialog detail={detail} onClose={close} />}
      {asking?.what === 'attend' && (
        <AttendDialog
          detail={detail}
          person={asking.person}
          what={asking.key}
          label={looks[asking.key].label}
          onSend={(shown, press) => attended(asking.key, asking.person, shown, press)}
          onClose={close}
        />
      )}
      {asking?.what === 'removal' && (
        <AskRemovalDialog held={heldBy(asking.person, ticket)} onClose={close} />
      )}
    </>
  )
}

/** Who it is, and how far he is: briefed, guarding, locked on, inside. */
function PersonLines({ person }: { person: TicketPerson }) {
  const { isGuard, isWorker, personalOpenCode, personalLockCode } = person
  return (
    <div className="grow">
      <b>{textOf(person, 'name')}</b> <Tag>{textOf(person, 'roleTag')}</Tag>
      {person.externalId && <Tag color="warning">外来人员</Tag>}
      {person.isReplaced && <Tag color="warning">已替换，未离场</Tag>}
      {person.externalId && person.company && <small className="hint">{person.company}</small>}
      <p>
        <Sign
          isDone={person.isBriefSigned}
          done="已交底并确认"
          not={person.isBriefed ? '已交底，待本人确认' : '未交底'}
        />
        {isGuard && <Sign isDone={person.isGuardIn} done="监护已到位" not="监护未到位" />}
        {personalOpenCode && (
          <span className="sign-bad">
            <ExclamationCircleOutlined /> {personalOpenCode} 未锁住，个人锁不起保护作用
          </span>
        )}
        {isWorker && !personalOpenCode && (
          <Sign
            isDone={person.isLockedOn}
            done={`个人锁已挂 ${personalLockCode ?? ''}`}
            not={
              person.hasLockOn
                ? '个人锁未挂全：须逐点挂锁或挂在锁箱上'
                : `个人锁未挂 ${personalLockCode ?? ''}`
            }
          />
        )}
        <Sign isDone={person.isOnSite} done="在场" not={person.hasLeft ? '已离场' : '未进场'} />
      </p>
    </div>
  )
}

/** The personal lock that hangs for this person on this ticket. */
const heldBy = (person: TicketPerson, ticket: TicketDetail['ticket']): HeldLock => ({
  holdId: '',
  lockId: person.personalLockId ?? '',
  lockCode: person.personalLockCode ?? '',
  ownerName: textOf(person, 'name'),
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
