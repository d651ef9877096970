import { auditEndpoints, type InclusionProof } from '@suoan/contract'
import { useMutation } from '@tanstack/react-query'
import { DetailList } from '@suoan/ui/detail-list'
import { Alert, Button, Input, Space } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { saveFile } from '@suoan/console-base/request/save-file.ts'

const kinds = {
  work: '工作票流转',
  lock: '锁具日志',
  decision: '开锁判定',
  oplog: '操作日志',
  datalog: '数据日志',
}

/** The place of one record in a signed anchor, to be handed to somebody who may see no other record. */
export function ProofCard() {
  const [id, setId] = useState('')
  const run = useMutation({
    mutationFn: (logId: string) => call(auditEndpoints.proof, { logId }, { quiet: true }),
  })
  const start = () => id.trim() !== '' && run.mutate(id.trim())
  return (
    <section className="card" aria-label="单条记录的存在证明">
      <h2>单条记录的存在证明</h2>
      <p className="hint">证明某一条记录在签名锚点之内，不必出示其他记录。</p>
      <Space.Compact className="audit-ask">
        <Input
          aria-label="记录编号"
          value={id}
          maxLength={32}
          onChange={(event) => setId(event.target.value)}
          onPressEnter={start}
          placeholder="锁具日志、流转、判定、操作日志或数据日志的记录编号"
        />
        <Button type="primary" loading={run.isPending} disabled={id.trim() === ''} onClick={start}>
          取证明
        </Button>
      </Space.Compact>
      <div aria-live="polite" className="audit-gap">
        {run.isError && (
          <Alert type="warning" showIcon title={run.error.message} description="请核对编号后重试" />
        )}
        {run.isSuccess && <Proof proof={run.data} />}
      </div>
    </section>
  )
}

function Proof({ proof }: { proof: InclusionProof }) {
  const { kind, seq, hash, anchor, rowId, problem, entry } = proof
  const save = () =>
    saveFile(
      new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }),
      `存在证明-${rowId}.json`,
    )
  return (
    <>
      <Alert
        type={problem ? 'error' : anchor ? 'success' : 'warning'}
        showIcon
        title={
          problem
            ? `证明不成立：${problem}。已作为审计链报警（A11）上报，请保留现场并联系审计人员`
            : anchor
              ? `已由第 ${anchor.statement.anchorNo} 号锚点（${anchor.statement.date}）签名固定`
              : '这条记录还没有进入锚点'
        }
        action={
          <Button size="small" onClick={save}>
            下载证明
          </Button>
        }
      />
      <DetailList
        columns={1}
        className="audit-gap"
        items={[
          {
            key: 'kind',
            label: '所在的链',
            children: entry
              ? `${kinds[kind]}，第 ${seq} 批，日志号 ${entry.no}`
              : `${kinds[kind]}，第 ${seq} 行`,
          },
          { key: 'hash', label: '摘要', children: <code className="audit-hash">{hash}</code> },
          ...(anchor
            ? [
                {
                  key: 'path',
                  label: '路径',
                  children: `当日 ${anchor.rowCount} 行之一，${anchor.rowPath.length + anchor.leafPath.length} 步到根`,
                },
                {
                  key: 'root',
                  label: '锚点根',
                  children: <code className="audit-hash">{anchor.statement.merkleRoot}</code>,
                },
              ]
            : []),
        ]}
      />
    </>
  )
}
