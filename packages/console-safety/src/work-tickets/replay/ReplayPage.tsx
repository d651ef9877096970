import { ArrowLeftOutlined } from '@ant-design/icons'
import type { TicketReplay } from '@suoan/contract'
import { replayEndpoints } from '@suoan/contract'
import { sceneAt } from '@suoan/domain/replay'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { TicketBadge } from '../../status/TicketBadge.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { ticketKey } from '../ticket-queries.ts'
import '../tickets.css'
import { MomentList } from './MomentList.tsx'
import './replay.css'
import { momentsOf } from './replay-model.ts'
import { ReplayControls } from './ReplayControls.tsx'
import { headOf } from './scene-rows.ts'
import { SceneView } from './SceneView.tsx'

/** 回放: a ticket at any second, from its logs alone: `/isps/replay/:id` (M5). */
export default function ReplayPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const replay = useQuery({
    queryKey: [...ticketKey, 'replay', id],
    queryFn: ({ signal }) => call(replayEndpoints.replay, { id }, { signal, quiet: true }),
    staleTime: 30_000,
  })
  return (
    <div className="card replay">
      {replay.isPending ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : replay.data ? (
        <>
          <KeptNote query={replay} />
          <Player key={id} replay={replay.data} onBack={() => void navigate(`/isps/loWorkView/${id}`)} />
        </>
      ) : (
        <ErrorState
          error={replay.error}
          onRetry={() => void replay.refetch()}
          missing={{
            title: '没有可回放的工作票',
            text: '工作票可能已删除，或不在您可查看的范围内；请从工作票页面点“回放”打开。',
            go: '我的工作票',
            onGo: () => void navigate('/isps/loWorkList'),
          }}
        />
      )}
    </div>
  )
}

function Player({ replay, onBack }: { replay: TicketReplay; onBack(): void }) {
  const [at, setAt] = useState(replay.to)
  const moments = useMemo(() => momentsOf(replay), [replay])
  const scene = useMemo(() => sceneAt(replay, at), [replay, at])
  const ticket = scene.ticket && headOf(scene.ticket)
  return (
    <>
      <header className="page-head">
        <Button type="text" icon={<ArrowLeftOutlined />} aria-label="打开工作票" onClick={onBack} />
        <div className="grow">
          <h2>{ticket?.workName || '作业回放'}</h2>
          <small className="hint">{ticket?.workNo} · 只依据日志回放</small>
        </div>
        {ticket && <TicketBadge ticket={ticket} />}
      </header>
      {!replay.isWhole && (
        <Alert
          className="gap-bottom"
          type="warning"
          showIcon
          title="这张票创建时系统还没有记录明细变更，早期内容可能不完整"
        />
      )}
      <ReplayControls replay={replay} moments={moments} at={at} onChange={setAt} />
      <div className="replay-body">
        <SceneView scene={scene} />
        <MomentList moments={moments} at={at} onPick={setAt} />
      </div>
    </>
  )
}
