import { Suspense } from 'react'
import { lazyView } from '../../chunk/lazy-part.tsx'
import { useCan } from '../../session/Can.tsx'
import { LoadingState } from '../../shell/states/LoadingState.tsx'
import { Board } from './Board.tsx'

const HomePage = lazyView('HomePage', () => import('../home/HomePage.tsx').then((m) => m.default))

/** 首页: the board for those who may see it, else the ways into their pages. */
export default function AnalysisPage() {
  const mayBoard = useCan('lo:board:list')
  if (mayBoard) return <Board />
  return (
    <Suspense fallback={<LoadingState />}>
      <HomePage />
    </Suspense>
  )
}
