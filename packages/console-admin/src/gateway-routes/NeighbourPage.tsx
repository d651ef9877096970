import { gatewayRouteEndpoints as calls, type NeighbourSystem } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Card } from 'antd'
import { call } from '@suoan/console-base/request/call.ts'
import { runAction } from '@suoan/console-base/resource/run-action.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import './gateway-routes.css'

/** 邻近系统: what the signed-in person may open by way of the gateway routes. */
export default function NeighbourPage() {
  const found = useQuery({
    queryKey: ['neighbours'],
    queryFn: ({ signal }) => call(calls.neighbours, {}, { signal, quiet: true }),
    refetchInterval: 60_000,
  })
  return (
    <div className="card">
      <Answered query={found}>
        {({ systems, url }) =>
          systems.length === 0 ? (
            <EmptyState
              text={
                url === null
                  ? '邻近系统没有启用；需要时请联系管理员'
                  : '没有您可以打开的邻近系统；需要时请联系管理员授权'
              }
            />
          ) : (
            <div className="neighbours">
              {systems.map((system) => (
                <System key={system.routerId} system={system} />
              ))}
            </div>
          )
        }
      </Answered>
    </div>
  )
}

function System({ system: { name, path, health } }: { readonly system: NeighbourSystem }) {
  return (
    <Card size="small">
      <div className="neighbour-name">{name}</div>
      <div className="neighbour-path">
        {path} {health === 'down' && <Badge status="error" text="暂时连不上" />}
      </div>
      <Button type="primary" onClick={() => void runAction(() => open(path))}>
        打开
      </Button>
    </Card>
  )
}

/** The window is opened with the click, as browsers ask for, and told its address when that is known. */
async function open(path: string): Promise<void> {
  const page = window.open('', '_blank')
  try {
    const { url } = await call(calls.enter, { path })
    if (page) {
      // What is opened must not reach back to us.
      page.opener = null
      page.location.replace(url)
    } else location.assign(url)
  } catch (error) {
    page?.close()
    throw error
  }
}
