import { demoEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Layout } from 'antd'
import { useState, type ReactNode } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import type { MenuPage } from '@suoan/console-base/session/menu-pages.ts'
import { DemoTour } from './DemoTour.tsx'
import './demo.css'

interface Props {
  readonly pages: readonly MenuPage[]
  readonly children: ReactNode
}

/**
 * What the shell says in a demo works above the page: how far its history is, and the walk through the product. The page
 * waits until that is known, which would push it down; a line that was there stays there for the same reason.
 */
export function DemoNote({ pages, children }: Props) {
  const state = useQuery({
    queryKey: ['demo', 'state'],
    queryFn: ({ signal }) => call(demoEndpoints.state, {}, { signal, quiet: true }),
    refetchInterval: ({ state: { data } }) => (data?.history ? 10_000 : false),
    retry: false,
  })
  const history = state.data?.history ?? null
  const [hasBegun, setBegun] = useState(false)
  if (history !== null && !hasBegun) setBegun(true)
  // As high as the page, so that the footer stays below it.
  if (state.isPending) return <Layout.Content className="shell-content" />
  return (
    <>
      {state.data?.isWorks && (
        <>
          {hasBegun && (
            <p className="demo-history" role="status">
              {history === null
                ? '演示历史已生成'
                : `正在生成演示历史 ${Math.floor((history.done / history.of) * 100)} %`}
            </p>
          )}
          <DemoTour pages={pages} />
        </>
      )}
      {children}
    </>
  )
}
