import type { ChainReport } from '@suoan/contract'
import { isLogKind } from '@suoan/domain/evidence-chain'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { numberText } from '@suoan/kit/number-text'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Input, Progress, Select, Space } from 'antd'
import { useRef, useState } from 'react'
import { walkChain, type ChainChoice } from './walk-chain.ts'

const kinds: { value: ChainChoice['kind']; label: string; hint: string }[] = [
  { value: 'work', label: '工作票流转', hint: '票号，如 A01A02-10-20261201-0001' },
  { value: 'lock', label: '锁具日志', hint: '锁具编号，如 LK1' },
  { value: 'decision', label: '开锁判定', hint: '锁具编号，如 LK4' },
  { value: 'oplog', label: '操作日志', hint: '本租户全部操作日志' },
  { value: 'datalog', label: '数据日志', hint: '本租户全部数据日志' },
]

/** One chain from its beginning to its end, with progress, and a way to stop. */
export function VerifyCard() {
  const [kind, setKind] = useState<ChainChoice['kind']>('work')
  const [id, setId] = useState('')
  const [progress, setProgress] = useState({ share: 0, checked: 0 })
  const abort = useRef<AbortController | null>(null)
  const run = useMutation({
    mutationFn: async (choice: ChainChoice): Promise<ChainReport | null> => {
      setProgress({ share: 0, checked: 0 })
      abort.current = new AbortController()
      const { signal } = abort.current
      try {
        return await walkChain(choice, signal, (share, checked) => setProgress({ share, checked }))
      } catch (error) {
        // Stopping is what the person asked for, no failure.
        if (signal.aborted) return null
        throw error
      }
    },
  })
  const isLog = isLogKind(kind)
  const isReady = isLog || id.trim() !== ''
  const start = () => isReady && run.mutate({ kind, id: isLog ? '' : id.trim() })
  return (
    <section className="card" aria-label="校验证据链">
      <h2>校验证据链</h2>
      <p className="hint">逐行核对摘要与前后衔接，并与签名锚点比对；找出第一处改动、删除、调换或截断。</p>
      <Space.Compact className="audit-ask">
        <Select
          aria-label="类别"
          value={kind}
          onChange={(value) => (setKind(value), run.reset())}
          options={kinds.map(({ value, label }) => ({ value, label }))}
          className="audit-kind"
        />
        <Input
          aria-label="编号"
          value={isLog ? '' : id}
          disabled={isLog}
          maxLength={40}
          onChange={(event) => setId(event.target.value)}
          onPressEnter={start}
          placeholder={kinds.find((each) => each.value === kind)?.hint ?? ''}
        />
        {run.isPending ? (
          <Button danger onClick={() => abort.current?.abort()}>
            停止
          </Button>
        ) : (
          <Button type="primary" disabled={!isReady} onClick={start}>
            校验
          </Button>
        )}
      </Space.Compact>
      <div aria-live="polite" className="audit-gap">
        {run.isPending && (
          <>
            <Progress percent={Math.round(progress.share * 100)} status="active" />
            <span className="hint">
              已核对 {numberText(progress.checked)} {unitOf(kind)}
            </span>
          </>
        )}
        {run.isError && (
          <Alert type="warning" showIcon title={run.error.message} description="请核对编号后重试" />
        )}
        {run.isSuccess && <Outcome report={run.data} />}
      </div>
    </section>
  )
}

/** The logs are chained in batches of rows, every other chain row by row. */
const unitOf = (kind: ChainChoice['kind']) => (isLogKind(kind) ? '批' : '行')

function Outcome({ report }: { report: ChainReport | null }) {
  const mayMake = useCan('lo:audit:anchor')
  if (report === null) return <Alert type="info" showIcon title="已停止，没有得出结论" />
  const { ok, kind, checked, firstBreak, anchored, subjectNo } = report
  const unit = unitOf(kind)
  if (!ok)
    return (
      <Alert
        type="error"
        showIcon
        title={`${subjectNo}：校验不通过`}
        description={
          <>
            <p>{firstBreak?.text}</p>
            {firstBreak?.rowId && <p>记录编号 {firstBreak.rowId}</p>}
            <p>请保留现场，导出锚点文件，并通知安全管理与系统管理员核查数据库的改动。</p>
          </>
        }
      />
    )
  if (checked === 0) return <Alert type="info" showIcon title={`${subjectNo}：还没有记录`} />
  return (
    <Alert
      type="success"
      showIcon
      title={`${subjectNo}：链完整，${numberText(checked)} ${unit}全部相符`}
      description={
        anchored === null
          ? `这些记录还没有进入锚点；每天 00:10 生成${mayMake ? '，也可以在下方立即生成' : ''}。`
          : `第 1 至 ${numberText(anchored.toSeq)} ${unit}已由第 ${anchored.anchorNo} 号锚点（${anchored.date}）签名固定${anchored.toSeq < checked ? `，之后 ${numberText(checked - anchored.toSeq)} ${unit}待下一个锚点` : ''}。`
      }
    />
  )
}
