import { PhoneOutlined } from '@ant-design/icons'
import type { TicketTurn, TurnStep } from '@suoan/contract'
import { Button } from 'antd'
import { RuleCode } from '@suoan/console-base/refusal/RuleList.tsx'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { callable, waitedFor, waitsForPeople, whoText } from './turn-words.ts'

/** More is folded away: the first is what everybody waits for. */
const mostSteps = 3

/** What a ticket waits for, for whom, since when, and how one reaches him. */
export function WaitsFor({ turn }: { turn: TicketTurn }) {
  const { since } = turn
  const steps = waitedFor(turn)
  const [first, ...others] = steps
  if (!first) return null
  const numbers = callable(first)
  return (
    <div className="turn-waits">
      <p className="turn-sentence">
        {/* One part of the line: between its own parts the line would put gaps, before a quotation mark too. */}
        <span>
          {waitsForPeople(first) ? (
            <>
              等待 <b>{whoText(first)}</b> {first.text}
            </>
          ) : first.missing.length > 0 ? (
            <>
              还不能“<b>{first.text}</b>”
            </>
          ) : (
            <>
              现在没有人可以办理“<b>{first.text}</b>”，须由{first.roles}办理
            </>
          )}
        </span>
        {since !== null && (
          <small>
            <Age at={since} />起
          </small>
        )}
      </p>
      <Missing step={first} />
      {first.missing.length > 0 && first.who.length > 0 && (
        <p className="turn-others">条件具备后由 {whoText(first)} 办理</p>
      )}
      {numbers.length > 0 && (
        <p className="turn-calls">
          {numbers.map(({ name, phone }) => (
            <Button key={phone} size="large" icon={<PhoneOutlined />} href={`tel:${phone}`}>
              呼叫 {name}
            </Button>
          ))}
        </p>
      )}
      {others.length > 0 && (
        <p className="turn-others">
          另外还要：
          {others
            .slice(0, mostSteps)
            .map((step) => `${step.text}（${whoText(step)}）`)
            .join('；')}
          {others.length > mostSteps && ` 等 ${others.length} 项`}
        </p>
      )}
    </div>
  )
}

/** What is still missing for a step, each with what to do about it and the rule that says so. */
function Missing({ step: { missing } }: { step: TurnStep }) {
  if (missing.length === 0) return null
  return (
    <ul className="turn-missing">
      {missing.map(({ id, text, fix }) => (
        <li key={`${id}${text}`}>
          {text}
          {fix.length > 0 && `。${fix.join('；')}`} <RuleCode id={id} />
        </li>
      ))}
    </ul>
  )
}
