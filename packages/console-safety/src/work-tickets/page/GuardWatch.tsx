import { EyeOutlined } from '@ant-design/icons'
import { workExecutionEndpoints as execution, type TicketDetail, type TicketPerson } from '@suoan/contract'
import { call } from '@suoan/console-base/request/call.ts'
import { guardAwayMin } from '@suoan/domain/work-ticket'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { Alert, Button } from 'antd'
import { usePosition } from '../../position/use-position.ts'
import { textOf } from '../text-of.ts'
import { usePageMove } from '../use-move.ts'

/** From here on the guardian is reminded, ms. */
const soonMs = 3 * 60_000

/**
 * The guardian's word that he is at his post (§4.4): his own reminder with the button, and for everybody else who is
 * away. `now` in epoch ms.
 */
export function GuardWatch({ detail, now }: { detail: TicketDetail; now: number }) {
  const { ticket, people, situation } = detail
  const workId = ticket.id
  const { move, isRunning } = usePageMove(workId)
  const place = usePosition(ticket.hasFence)
  if (!situation.isLive) return null
  const signedIn = people.filter((person) => person.isGuard && person.checkInTime !== null)
  const mine = signedIn.find((person) => person.isMe)
  const away = signedIn.filter((person) => person.awaySince !== null)
  const left = mine === undefined ? null : leftOf(mine, ticket.guardAliveMin ?? 0, now)
  const confirm = async () => {
    // Without a place the server says what to do instead.
    const at = await place.read()
    const onSite = at === null || at === 'missing' ? undefined : at
    await move('确认在岗', (press) =>
      call(execution.guardConfirm, { workId, ...press, ...(onSite && { onSite }) }, { quiet: true }),
    )
  }
  return (
    <>
      {away.map((person) => (
        <Alert
          key={person.id}
          className="gap-bottom"
          type="error"
          showIcon
          title={`监护人 ${textOf(person, 'name')} 不在岗：${textOf(person, 'awayWhy')}`}
          description={`自 ${textOf(person, 'awaySince')} 起。离岗满 ${guardAwayMin.stop} 分钟自动停止作业；恢复作业须监护人本人回到现场。`}
        />
      ))}
      {left !== null && (
        <Alert
          className="gap-bottom"
          type={left <= 0 ? 'error' : left <= soonMs ? 'warning' : 'info'}
          showIcon
          icon={<EyeOutlined />}
          title={
            left <= 0
              ? '您已超过确认时间，请立即确认在岗'
              : `您在监护本作业，请在 ${Math.ceil(left / 60_000)} 分钟内确认在岗`
          }
          action={
            <Button
              size="large"
              type="primary"
              loading={isRunning || place.isReading}
              onClick={() => void confirm()}
            >
              确认在岗
            </Button>
          }
        />
      )}
    </>
  )
}

/** How long until he has to say it again, ms; null where nobody asks. */
function leftOf({ guardSeenTime, checkInTime }: TicketPerson, minutes: number, now: number): number | null {
  const seen = guardSeenTime ?? checkInTime
  return minutes === 0 || seen === null ? null : shanghaiMoment(seen) + minutes * 60_000 - now
}
