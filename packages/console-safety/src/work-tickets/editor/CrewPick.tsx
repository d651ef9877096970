import { TeamOutlined } from '@ant-design/icons'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { Button } from 'antd'
import { Suspense, useState } from 'react'

const DepartUserPickDialog = lazyPart('DepartUserPickDialog', () =>
  import('@suoan/console-base/resource/pickers/DepartUserPickDialog.tsx').then((m) => m.DepartUserPickDialog),
)

/** Workers by their departments, several at once; for those who may look people up there. */
export function CrewPick({ onPick }: { onPick(userIds: readonly string[]): void }) {
  const mayList = useCan('system:user:list')
  const mayDeparts = useCan('system:depart:list')
  const [isOpen, setOpen] = useState(false)
  if (!mayList || !mayDeparts) return null
  return (
    <>
      <Button icon={<TeamOutlined />} onClick={() => setOpen(true)}>
        从部门选择作业人员
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DepartUserPickDialog
            multiple
            initial={[]}
            onCancel={() => setOpen(false)}
            onConfirm={(chosen) => {
              setOpen(false)
              onPick(chosen.map(({ key }) => key))
            }}
          />
        </Suspense>
      )}
    </>
  )
}
