import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { counted } from './board-queries.ts'
import { PrintBoard } from '../papers/PrintBoard.tsx'
import './board.css'
import { Figures } from './Figures.tsx'
import { StatRow } from './StatRow.tsx'

// Calendar and charts come after the figures.
const loadVolume = () => import('./VolumeCard.tsx').then((m) => m.VolumeCard)
const VolumeCard = lazyPart('VolumeCard', loadVolume)
const loadVisits = () => import('./Visits.tsx').then((m) => m.Visits)
const Visits = lazyPart('Visits', loadVisits)
export const chartsAhead = [loadVolume, loadVisits]

/** 统计图表: this moment, thirty days, a range of one's choice, and who signs in (5-screens.md §9.2). */
export function ChartStyle() {
  const client = useQueryClient()
  // Who signs in is the business of whoever runs the system.
  const isAdministrator = useCan('system:monitor:list')
  return (
    <div className="board">
      <Figures
        onRefresh={() => void client.invalidateQueries({ queryKey: counted })}
        actions={<PrintBoard />}
      />
      <StatRow cards="plant" />
      <Suspense fallback={<div className="card volume-coming" />}>
        <VolumeCard />
      </Suspense>
      {isAdministrator && (
        <Suspense fallback={<div className="card visits-coming" />}>
          <Visits />
        </Suspense>
      )}
    </div>
  )
}
