import { Radio } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart, lazyView } from '@suoan/console-base/chunk/lazy-part.tsx'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { ChartStyle } from '@suoan/console-safety/board/ChartStyle.tsx'
import { homeStyles, keepHomeStyle, readHomeStyle } from '@suoan/console-safety/board/home-style.ts'

const HomePage = lazyView('HomePage', () => import('./HomePage.tsx').then((m) => m.default))
const SecondStyle = lazyPart('SecondStyle', () => import('./SecondStyle.tsx').then((m) => m.SecondStyle))
const SetupCard = lazyPart('SetupCard', () =>
  import('@suoan/console-safety/setup/SetupCard.tsx').then((m) => m.SetupCard),
)
const TaskBoard = lazyPart('TaskBoard', () =>
  import('@suoan/console-safety/board/TaskBoard.tsx').then((m) => m.TaskBoard),
)

/** 首页 in the style that was chosen, for those who may see the board; else the ways into their pages. */
export default function AnalysisPage() {
  const mayBoard = useCan('lo:board:list')
  const maySetUp = useCan('lo:setup:list')
  const [style, setStyle] = useState(readHomeStyle)
  const setup = maySetUp && (
    <Suspense fallback={null}>
      <SetupCard />
    </Suspense>
  )
  if (!mayBoard)
    return (
      <div className="board">
        {setup}
        <Suspense fallback={<LoadingState />}>
          <HomePage />
        </Suspense>
      </div>
    )
  return (
    <div className="board">
      {setup}
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
    </div>
  )
}
