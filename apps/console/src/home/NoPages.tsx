import { StopOutlined, SyncOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { Notice } from '@suoan/console-base/states/Notice.tsx'
import { ownPlaceQuery } from '@suoan/console-admin/account/own-user.ts'

const StopHere = lazyPart('StopHere', () =>
  import('@suoan/console-safety/stop-orders/StopHereDialog.tsx').then((m) => m.StopHereDialog),
)

/** The first page of somebody who has no other one: what is missing, who gives it, and what nobody is kept from (0587). */
export function NoPages() {
  const { data } = useQuery(ownPlaceQuery)
  const [isStopping, setStopping] = useState(false)
  return (
    <div className="card">
      <Notice kind="info" {...whatLacks(data?.roles ?? null)}>
        <Button size="large" icon={<SyncOutlined />} onClick={() => location.reload()}>
          已分配，重新检查
        </Button>
        <Button size="large" danger icon={<StopOutlined />} onClick={() => setStopping(true)}>
          现场扫码停工
        </Button>
      </Notice>
      <Suspense fallback={null}>{isStopping && <StopHere onClose={() => setStopping(false)} />}</Suspense>
    </div>
  )
}

/** `roles`: the names of his roles; null while they are not known. */
function whatLacks(roles: readonly string[] | null): { title: string; text: string } {
  const always = '发现危险时，任何人都可以停工；您在工作票名单中的，可在下方查看自己是否安全并登记离场。'
  if (roles === null)
    return { title: '您还没有可用的页面', text: `请联系系统管理员为您的账号分配角色。${always}` }
  if (roles.length === 0)
    return { title: '您的账号还没有角色', text: `请联系系统管理员，按您的岗位为账号分配角色。${always}` }
  return {
    title: '您的角色还没有任何页面',
    text: `您的角色是${roles.join('、')}。请联系系统管理员在“角色管理”中为角色授权菜单，或为您换一个角色。${always}`,
  }
}
