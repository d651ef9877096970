import { Suspense, useCallback } from 'react'
import { createPortal } from 'react-dom'
import { useSearchParams } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { ahead, Board } from './Board.tsx'
import { MayBoard } from './MayBoard.tsx'
import './board.css'

const BigScreen = lazyPart('BigScreen', () => import('./BigScreen.tsx').then((m) => m.BigScreen))

export { ahead }

/** 看板 (5-screens.md §9, 3-domain.md §6.1); with `?screen=big` as it hangs on a wall. */
export default function BoardPage() {
  const [params, setParams] = useSearchParams()
  const isMobile = useIsMobile()
  const isBig = params.get('screen') === 'big'
  const close = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen()
    setParams(withScreen(null), { replace: true })
  }, [setParams])
  const openBig = () => {
    setParams(withScreen('big'))
    // Where the browser does not give it the whole screen, it takes the window.
    if (document.fullscreenEnabled) void document.documentElement.requestFullscreen()
  }
  return (
    <MayBoard>
      {isBig ? (
        <Suspense fallback={null}>
          {createPortal(<BigScreen area={params.get('area')} onClose={close} />, document.body)}
        </Suspense>
      ) : (
        <Board onBigScreen={isMobile ? undefined : openBig} />
      )}
    </MayBoard>
  )
}

/** What else stands in the address stays: the area whose plan is shown. */
const withScreen = (screen: string | null) => (before: URLSearchParams) => {
  const next = new URLSearchParams(before)
  if (screen === null) next.delete('screen')
  else next.set('screen', screen)
  return next
}
