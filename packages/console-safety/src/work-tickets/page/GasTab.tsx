import { CheckCircleFilled, CloseCircleFilled, PlusOutlined } from '@ant-design/icons'
import type { TicketDetail } from '@suoan/contract'
import { gasState, labelOf } from '@suoan/domain/dictionaries'
import { Button, Table, Tag } from 'antd'
import { useState } from 'react'
import { textOf } from '../text-of.ts'
import { useBegun, useEndOfStep } from '../turn/begun-step.ts'
import { DetectorsOfTicket } from './DetectorsOfTicket.tsx'
import { GasDialog } from './GasDialog.tsx'
import { GasWatchTag, useGasWatch } from './GasWatch.tsx'

const states = {
  untested: { color: 'default', text: '未测' },
  passed: { color: 'success', text: '合格' },
  failed: { color: 'error', text: '不合格' },
  stale: { color: 'warning', text: '过期' },
} as const

/** Gas tests of the ticket, newest first, each with the limits it was judged by. */
export function GasTab({ detail }: { detail: TicketDetail }) {
  const [adding, setAdding] = useState(false)
  const watch = useGasWatch(detail)
  const end = useEndOfStep()
  useBegun(({ act }) => {
    if (act === 'gasAdd') setAdding(true)
  })
  return (
    <>
      {detail.siteActions.includes('gasAdd') && (
        <Button
          className="gap-bottom"
          type="primary"
          size="large"
          icon={<PlusOutlined />}
          onClick={() => setAdding(true)}
        >
          登记检测
        </Button>
      )}
      <DetectorsOfTicket detail={detail} />
      {detail.gasPlan.length > 0 && (
        <ul className="gas-plan gap-bottom" aria-label="计划检测部位">
          {detail.gasPlan.map((line) => (
            <li key={`${line.position}/${line.gasCode}`}>
              <span>
                {line.position} · {line.gasName ?? line.gasCode}
              </span>
              <span className="gas-plan-state">
                {line.sampleTime !== null && <span className="hint">{line.sampleTime.slice(5, 16)}</span>}
                <Tag color={states[line.state].color}>{states[line.state].text}</Tag>
                {!watch.isKnown && <Tag color="error">监测情况未知</Tag>}
                {(watch.isKnown ? watch.lines : [])
                  .filter(({ position, gasCode }) => position === line.position && gasCode === line.gasCode)
                  .map((heard) => (
                    <GasWatchTag key={heard.gasCode} line={heard} />
                  ))}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 720 }}
        dataSource={detail.gas}
        locale={{
          emptyText:
            detail.ticket.gasState === gasState.notNeeded ? '本票不要求气体检测' : '还没有气体检测记录',
        }}
        columns={[
          { title: '取样时间', key: 'time', width: 160, render: (_, row) => textOf(row, 'sampleTime') },
          { title: '部位', key: 'place', render: (_, row) => textOf(row, 'pointDesc') || '未说明部位' },
          {
            title: '气体',
            key: 'gas',
            render: (_, row) =>
              row.gasName ? `${row.gasName}（${row.gasCode}）` : row.gasCode || '未知气体',
          },
          {
            title: '检测值',
            key: 'value',
            render: (_, row) => `${row.value} ${row.unit}`,
          },
          {
            title: '合格范围',
            key: 'limits',
            render: (_, row) => `${textOf(row, 'limitMin')} ~ ${textOf(row, 'limitMax')}`,
          },
          {
            title: '结论',
            key: 'pass',
            render: (_, row) =>
              row.pass === 1 ? (
                <Tag color="success" icon={<CheckCircleFilled />}>
                  合格
                </Tag>
              ) : (
                <Tag color="error" icon={<CloseCircleFilled />}>
                  不合格
                </Tag>
              ),
          },
          {
            title: '类别',
            key: 'kind',
            render: (_, row) => labelOf('lo_gas_test_kind', row.testKind),
          },
          { title: '检测人', key: 'tester', render: (_, row) => textOf(row, 'testerName') },
        ]}
      />
      {adding && (
        <GasDialog
          detail={detail}
          onClose={() => {
            setAdding(false)
            end()
          }}
        />
      )}
    </>
  )
}
