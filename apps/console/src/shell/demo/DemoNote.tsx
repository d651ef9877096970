import { demoEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '@suoan/console-base/request/call.ts'
import type { MenuPage } from '@suoan/console-base/session/menu-pages.ts'
import { DemoTour } from './DemoTour.tsx'
import './demo.css'

/** What the shell says in a demo works: how far its history is, and the walk through the product. */
export function DemoNote({ pages }: { readonly pages: readonly MenuPage[] }) {
  const state = useQuery({
    queryKey: ['demo', 'state'],
    queryFn: ({ signal }) => call(demoEndpoints.state, {}, { signal, quiet: true }),
    refetchInterval: ({ state: { data } }) => (data?.history ? 10_000 : false),
    retry: false,
  })
  if (!state.data?.isWorks) return null
  const { history } = state.data
  return (
    <>
      {history !== null && (
        <p className="demo-history" role="status">
          正在生成演示历史 {Math.floor((history.done / history.of) * 100)} %
        </p>
      )}
      <DemoTour pages={pages} />
    </>
  )
}
