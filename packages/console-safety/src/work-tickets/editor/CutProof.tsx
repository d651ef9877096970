import { PlusOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { point } from '@suoan/contract'
import { Alert, Button, Skeleton } from 'antd'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { runAction } from '@suoan/console-base/resource/run-action.ts'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { planReport, pointsToAdd } from '../plan-report.ts'
import { draftProblems } from './draft-model.ts'
import type { Draft, PointLine } from './draft-model.ts'
import { pointLine } from './point-line.ts'
import { useCutProof } from './use-cut-proof.ts'

/** The live proof beside the plan: which sources still reach the work, what is missing, and the smallest set. */
export function CutProof({ draft, onAdd }: { draft: Draft; onAdd(points: PointLine[]): void }) {
  const proof = useCutProof(draft)
  const first = Object.values(draftProblems(draft))[0]
  const add = (ids: readonly string[]) =>
    runAction(async () => {
      const rows = await Promise.all(ids.map((id) => resourceApi(point).find(id)))
      onAdd(rows.map(pointLine))
    })
  return (
    <section className="cut-proof" aria-live="polite">
      <h3>
        <SafetyCertificateOutlined /> 割集证明
      </h3>
      <p className="hint">
        割集是一组隔离点：把它们全部关上，任何能量源都没有路可以到达作业点。少关一个，就有一条路还通着。
      </p>
      {first ? (
        <p>填完必填项后自动检查：{first}</p>
      ) : draft.equipIds.length === 0 ? (
        <p>选择作业设备后，系统检查每个能量源是否都被切断。</p>
      ) : proof.isPending ? (
        <Skeleton active paragraph={{ rows: 4 }} />
      ) : proof.isError ? (
        <Alert
          type="warning"
          showIcon
          title={failureText(proof.error)}
          action={
            <Button size="small" onClick={() => void proof.refetch()}>
              重试
            </Button>
          }
        />
      ) : (
        <Report draft={draft} check={proof.data} onAdd={add} isOld={proof.isPlaceholderData} />
      )}
    </section>
  )
}

interface ReportProps {
  readonly draft: Draft
  readonly check: Parameters<typeof planReport>[0]
  readonly isOld: boolean
  onAdd(ids: readonly string[]): Promise<void>
}

function Report({ draft, check, isOld, onAdd }: ReportProps) {
  const { cut } = planReport(check, draft.needIsolation === 1)
  const toAdd = pointsToAdd(cut.missing, draft.points)
  return (
    <div style={{ opacity: isOld ? 0.55 : 1 }}>
      <Alert type={cut.tone} showIcon title={cut.title} />
      {cut.paths.length > 0 && (
        <>
          <h4>仍然带能的通路</h4>
          <ul className="cut-paths">
            {cut.paths.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </>
      )}
      {toAdd.length > 0 && (
        <>
          <h4>缺少的隔离点</h4>
          <ul>
            {toAdd.map((each) => (
              <li key={each.pointId}>
                {each.pointCode} {each.pointName}
              </li>
            ))}
          </ul>
          <Button
            type="primary"
            danger
            block
            icon={<PlusOutlined />}
            onClick={() => void onAdd(toAdd.map((each) => each.pointId))}
          >
            一键添加 {toAdd.map((each) => each.pointCode).join('、')}
          </Button>
        </>
      )}
      {cut.minimalCut.length > 0 && (
        <>
          <p className="cut-minimal">最小割集：{cut.minimalCut.map((each) => each.pointCode).join('、')}</p>
          <p className="hint">最少要关的点，少一个都不够</p>
        </>
      )}
    </div>
  )
}
