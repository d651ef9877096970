import { QuestionCircleOutlined } from '@ant-design/icons'
import { questionEndpoints, type TicketDetail, type TicketQuestion } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { useMove } from '../use-move.ts'
import './approval.css'

const most = 500

/** What signers asked before they decide, with the answers: asked and answered in place (decision 0965). */
export function Questions({ detail }: { detail: TicketDetail }) {
  const { rows, mayAsk, mayAnswer } = detail.questions
  return (
    <>
      {rows.length === 0 && (
        <p className="hint">
          {mayAsk
            ? '还没有提问。不清楚的地方可以先问申请人和工作负责人，不必驳回'
            : '审核人和批准人还没有提问'}
        </p>
      )}
      {rows.length > 0 && (
        <ol className="question-list">
          {rows.map((row) => (
            <Question key={row.id} row={row} workId={detail.ticket.id} mayAnswer={mayAnswer} />
          ))}
        </ol>
      )}
      {mayAsk && <Ask workId={detail.ticket.id} />}
    </>
  )
}

function Question({ row, workId, mayAnswer }: { row: TicketQuestion; workId: string; mayAnswer: boolean }) {
  return (
    <li>
      <p className="cell-whole">
        <b>{row.askName}</b> 问：{row.question}
      </p>
      <small>
        第 {row.round} 轮 · <Age at={row.askTime} />
      </small>
      {row.answer !== null && (
        <div className="question-answer">
          <p className="cell-whole">
            <b>{row.answerName ?? '—'}</b> 答：{row.answer}
          </p>
          {row.answerTime !== null && (
            <small>
              <Age at={row.answerTime} />
            </small>
          )}
        </div>
      )}
      {row.answer === null && !mayAnswer && <p className="hint">等待申请人或工作负责人答复</p>}
      {row.answer === null && mayAnswer && (
        <Say
          workId={workId}
          label="答复"
          placeholder="写明依据；答复后不能修改"
          send={(press, answer) =>
            call(questionEndpoints.answer, { ...press, workId, questionId: row.id, answer }, { quiet: true })
          }
        />
      )}
    </li>
  )
}

function Ask({ workId }: { workId: string }) {
  return (
    <Say
      workId={workId}
      label="提问"
      placeholder="例如：吊装半径内的人员怎样撤离？"
      send={(press, question) => call(questionEndpoints.ask, { ...press, workId, question }, { quiet: true })}
    />
  )
}

type Press = Parameters<Parameters<ReturnType<typeof useMove>['move']>[1]>[0]

function Say({
  workId,
  label,
  placeholder,
  send,
}: {
  workId: string
  label: string
  placeholder: string
  send(press: Press, words: string): Promise<unknown>
}) {
  const { move, isRunning } = useMove(workId)
  const [words, setWords] = useState('')
  const said = words.trim()
  const submit = async () => {
    if (await move(label, (press) => send(press, said))) setWords('')
  }
  return (
    <Form layout="vertical" component="div" className="question-say">
      <LabelledItem label={label}>
        <Input.TextArea
          value={words}
          maxLength={most}
          autoSize={{ minRows: 2, maxRows: 6 }}
          placeholder={placeholder}
          onChange={(event) => setWords(event.target.value)}
        />
      </LabelledItem>
      <Button
        size="large"
        icon={<QuestionCircleOutlined />}
        disabled={said === ''}
        loading={isRunning}
        onClick={() => void submit()}
      >
        提交{label}
      </Button>
    </Form>
  )
}
