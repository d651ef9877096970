import { Radio } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart, lazyView } from '@suoan/console-base/chunk/lazy-part.tsx'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { homePath } from '@suoan/console-base/session/guard.ts'
import { leavesOf, menuEntries } from '@suoan/console-base/session/menu-pages.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { chartsAhead, ChartStyle } from '@suoan/console-safety/board/ChartStyle.tsx'
import { readSetupDone, readSetupHidden } from '@suoan/console-safety/setup/setup-hidden.ts'
import { TicketDesk } from '@suoan/console-safety/work-tickets/TicketDesk.tsx'
import { homeStyles, keepHomeStyle, readHomeStyle } from '@suoan/console-safety/board/home-style.ts'
import { safetyPath } from './safety-path.ts'

const HomePage = lazyView('HomePage', () => import('./HomePage.tsx').then((m) => m.default))
const SecondStyle = lazyPart('SecondStyle', () => import('./SecondStyle.tsx').then((m) => m.SecondStyle))
const SetupCard = lazyPart('SetupCard', () =>
  import('@suoan/console-safety/setup/SetupCard.tsx').then((m) => m.SetupCard),
)
const SetupFirst = lazyPart('SetupFirst', () =>
  import('@suoan/console-safety/setup/SetupFirst.tsx').then((m) => m.SetupFirst),
)
const TaskBoard = lazyPart('TaskBoard', () =>
  import('@suoan/console-safety/board/TaskBoard.tsx').then((m) => m.TaskBoard),
)

const loadOwnTurns = () =>
  import('@suoan/console-safety/work-tickets/turn/OwnTurns.tsx').then((m) => m.OwnTurns)
const OwnTurns = lazyPart('OwnTurns', loadOwnTurns)
const SafetyCards = lazyPart('SafetyCards', () =>
  import('@suoan/console-safety/work-tickets/safety/SafetyCards.tsx').then((m) => m.SafetyCards),
)

export const ahead = [loadOwnTurns, ...chartsAhead]

/**
 * 首页 in the style that was chosen, for those who may see the board; else the ways into their pages. Whoever is named on
 * a ticket and has no page for it finds his card here, and opens the ticket from it (decision 0587).
 */
export default function AnalysisPage() {
  const menu = useSession((session) => session.permissions?.menu)
  const paths = useMemo(() => leavesOf(menuEntries(menu ?? [])).map(({ key }) => key), [menu])
  if (paths.includes(safetyPath)) return <Home />
  return (
    <TicketDesk>
      <Home />
      <Suspense fallback={null}>
        <SafetyCards onlyNamed={paths.some((path) => path !== homePath)} />
      </Suspense>
    </TicketDesk>
  )
}

function Home() {
  const mayBoard = useCan('lo:board:list')
  const maySetUp = useCan('lo:setup:list')
  const [style, setStyle] = useState(readHomeStyle)
  const username = useSession((session) => session.user?.username ?? '')
  const [waits] = useState(() => !readSetupHidden(username) && !readSetupDone(username))
  const board = mayBoard ? (
    <>
      {style === 'chart' && <ChartStyle />}
      <Suspense fallback={<LoadingState />}>
        {style === 'second' && <SecondStyle />}
        {style === 'task' && <TaskBoard />}
      </Suspense>
      <div className="board-style">
        <span id="home-style">请选择首页样式：</span>
        <Radio.Group
          aria-labelledby="home-style"
          options={[...homeStyles]}
          value={style}
          onChange={(event) => {
            const chosen = homeStyles.find(({ value }) => value === event.target.value)
            if (!chosen) return
            keepHomeStyle(chosen.value)
            setStyle(chosen.value)
          }}
        />
      </div>
    </>
  ) : (
    <Suspense fallback={<LoadingState />}>
      <HomePage />
    </Suspense>
  )
  if (maySetUp && waits)
    return (
      <div className="board">
        <Suspense fallback={<LoadingState rows={24} />}>
          <SetupFirst>{board}</SetupFirst>
        </Suspense>
      </div>
    )
  return (
    <div className="board">
      {maySetUp && (
        <Suspense fallback={null}>
          <SetupCard />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <OwnTurns onlyMine />
      </Suspense>
      {board}
    </div>
  )
}
