import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'

const FromTemplateDialog = lazyPart('FromTemplateDialog', () =>
  import('./FromTemplateDialog.tsx').then((m) => m.FromTemplateDialog),
)

/** 从程序或模板新建 beside 新建. */
export function FromTemplate({ onMade }: { onMade(id: string): void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>从程序或模板新建</Button>
      <Suspense fallback={null}>
        {isOpen && (
          <FromTemplateDialog
            onClose={() => setOpen(false)}
            onMade={(id) => {
              setOpen(false)
              onMade(id)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
