import { PlusOutlined } from '@ant-design/icons'
import type { TicketDetail } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { procedureStatus } from '@suoan/domain/procedure'
import { emergencyType } from '@suoan/domain/work-ticket'
import { DetailList } from '@suoan/ui/detail-list'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { LockBadge } from '../../status/LockBadge.tsx'
import { hazardsText, textOf } from '../text-of.ts'
import { LockAddDialog } from './LockAddDialog.tsx'

/** What the ticket says: basics, locks, and what changed since the round before. */
export function DetailTab({ detail }: { detail: TicketDetail }) {
  const { ticket, locks, diff } = detail
  const [adding, setAdding] = useState(false)
  const levelReason: [string, string][] = ticket.levelReason ? [['级别依据', ticket.levelReason]] : []
  const bases = ticket.baseTypes.map((code) => labelOf('lo_work_type', code)).join('、')
  const baseKinds: [string, string][] =
    ticket.workType === emergencyType ? [['基础作业类型', bases || '未填写，按动火和受限空间从严管理']] : []
  const procedure: [string, string][] = ticket.procedureName
    ? [
        [
          '能量控制程序',
          `${ticket.procedureName} 第 ${ticket.procedureVersion ?? 1} 版${
            ticket.procedureStatus === procedureStatus.ended ? '（此版本现已停用）' : ''
          }`,
        ],
      ]
    : []
  const rows: [string, string][] = [
    ...baseKinds,
    ['作业区域', textOf(ticket, 'areaName')],
    ['作业地点', textOf(ticket, 'place')],
    ['负责人', textOf(ticket, 'leaderName')],
    ['申请人', textOf(ticket, 'applicantName')],
    ['作业单位', textOf(ticket, 'workDepartName')],
    ['属地单位', textOf(ticket, 'territoryDepartName')],
    ['计划时间', `${textOf(ticket, 'planStart')} 至 ${textOf(ticket, 'planEnd')}`],
    ['有效截止', textOf(ticket, 'validEnd')],
    ['实际时间', `${textOf(ticket, 'realStart')} 至 ${textOf(ticket, 'realEnd')}`],
    ['应急联系人', textOf(ticket, 'emergencyContact')],
    ...(ticket.sourceNo ? [['来源单号', ticket.sourceNo] satisfies [string, string]] : []),
    ...levelReason,
    ...procedure,
    ['能量隔离', ticket.needIsolation === 0 ? `不需要：${textOf(ticket, 'noIsoReason')}` : '需要'],
    ['提交轮次', `第 ${textOf(ticket, 'round')} 轮`],
  ]
  return (
    <>
      {diff.length > 0 && <RoundDiff diff={diff} />}
      <DetailList
        columns={2}
        items={[
          ...rows.map(([label, children]) => ({ key: label, label, children })),
          { key: 'hazards', label: '危害辨识', children: hazardsText(ticket), wide: true },
          {
            key: 'content',
            label: '作业内容',
            children: <span className="cell-whole">{textOf(ticket, 'content')}</span>,
            wide: true,
          },
        ]}
      />
      <h3>锁具</h3>
      {detail.siteActions.includes('lockAdd') && (
        <Button size="large" icon={<PlusOutlined />} className="gap-bottom" onClick={() => setAdding(true)}>
          增补锁具
        </Button>
      )}
      {adding && <LockAddDialog detail={detail} onClose={() => setAdding(false)} />}
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 560 }}
        dataSource={locks}
        locale={{ emptyText: '本票没有登记锁具' }}
        columns={[
          {
            title: '锁具',
            key: 'lock',
            render: (_, row) => `${row.lockCode} ${row.lockName ?? ''}`,
          },
          { title: '用途', key: 'use', render: (_, row) => textOf(row, 'useType') },
          { title: '状态', key: 'state', render: (_, row) => <LockBadge lock={row} /> },
          {
            title: '允许开启',
            key: 'minutes',
            render: (_, row) => (row.allowOpenMin ? `${row.allowOpenMin} 分钟` : '—'),
          },
          { title: '开启次数', key: 'count', render: (_, row) => textOf(row, 'openCount') },
        ]}
      />
    </>
  )
}

/** What changed since the round before, old beside new (SC04). */
function RoundDiff({ diff }: { diff: TicketDetail['diff'] }) {
  return (
    <>
      <h3>与上一轮的差异</h3>
      <Table
        size="small"
        className="gap-bottom"
        rowKey="field"
        pagination={false}
        dataSource={diff}
        columns={[
          { title: '项目', dataIndex: 'label', width: 110 },
          {
            title: '上一轮',
            key: 'old',
            render: (_, row) => <del className="cell-whole">{String(row.old ?? '（空）')}</del>,
          },
          {
            title: '本轮',
            key: 'new',
            render: (_, row) => <ins className="cell-whole">{String(row.new ?? '（空）')}</ins>,
          },
        ]}
      />
    </>
  )
}
