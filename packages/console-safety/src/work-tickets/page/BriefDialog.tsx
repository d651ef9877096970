import type { TicketPerson } from '@suoan/contract'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { HandwritingPad } from '@suoan/ui/handwriting'
import { Alert, Button, Checkbox, Space, Typography } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { sendHandwriting } from '../../send-handwriting.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { textOf } from '../text-of.ts'
import { useMove } from '../use-move.ts'

interface Props {
  readonly workId: string
  /** Who is not briefed yet, or has not signed. */
  readonly people: readonly TicketPerson[]
  onClose(): void
}

/**
 * The leader says whom he has briefed. Each of them confirms in his own session; only who has no account signs here by
 * hand (G13).
 */
export function BriefDialog({ workId, people, onClose }: Props) {
  const { move, isRunning } = useMove(workId)
  const [chosen, setChosen] = useState(() => people.map(({ id }) => id))
  const [drawing, setDrawing] = useState<string | null>(null)
  const [drawn, setDrawn] = useState<ReadonlyMap<string, Blob>>(new Map())
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const keep = (personId: string, picture: Blob | null) => {
    const next = new Map(drawn)
    if (picture) next.set(personId, picture)
    else next.delete(personId)
    setDrawn(next)
    if (picture && !chosen.includes(personId)) setChosen([...chosen, personId])
  }
  const unsigned = people.filter(
    (person) => chosen.includes(person.id) && !person.userId && !drawn.has(person.id),
  )
  const submit = async () => {
    setProblem('')
    setSending(true)
    try {
      const handwriting: { personId: string; image: string }[] = []
      for (const [personId, picture] of drawn) {
        if (!chosen.includes(personId)) continue
        handwriting.push({ personId, image: await sendHandwriting(picture) })
      }
      const done = await move('安全交底', (press) =>
        call(tickets.brief, { workId, ...press, personIds: chosen, handwriting }, { quiet: true }),
      )
      if (done) onClose()
    } catch (error) {
      setProblem(`手写签名没有上传成功：${failureText(error)}`)
    } finally {
      setSending(false)
    }
  }
  return (
    <MoveDialog
      title="安全交底"
      okText={`已向 ${chosen.length} 人交底`}
      say="交底后由被交底人本人确认：有账号的须本人登录后确认，不能由他人代签；没有账号的由本人在此手写签名。"
      canSend={chosen.length > 0 && unsigned.length === 0}
      isRunning={isRunning || isSending}
      problem={problem}
      onOk={submit}
      onClose={onClose}
    >
      <Checkbox.Group value={chosen} onChange={(values) => setChosen(values.map(String))} className="full">
        <Space orientation="vertical" className="full">
          {people.map((person) => (
            <div key={person.id}>
              <Space wrap>
                <Checkbox value={person.id} className="big-check">
                  {textOf(person, 'name')}（{textOf(person, 'roleTag')}）
                </Checkbox>
                {person.userId ? (
                  <Typography.Text type="secondary">本人登录确认</Typography.Text>
                ) : (
                  <Button onClick={() => setDrawing(drawing === person.id ? null : person.id)}>
                    {drawn.has(person.id) ? '已手写签名' : '手写签名'}
                  </Button>
                )}
              </Space>
              {drawing === person.id && (
                <HandwritingPad
                  label={textOf(person, 'name')}
                  onDraw={(picture) => keep(person.id, picture)}
                />
              )}
            </div>
          ))}
        </Space>
      </Checkbox.Group>
      {unsigned.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="gap-top"
          title={`${unsigned.map((person) => textOf(person, 'name')).join('、')}没有账号，请本人在此手写签名`}
        />
      )}
    </MoveDialog>
  )
}
