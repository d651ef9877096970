import { AppDrawer, AppModal } from '@suoan/ui/modal'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

type Shown = 'none' | 'modal' | 'stays' | 'busy' | 'full' | 'drawer'

export default function Example() {
  const [shown, setShown] = useState<Shown>('none')
  const [text, setText] = useState('')
  const close = () => setShown('none')
  const body = <Input aria-label="内容" value={text} onChange={({ target }) => setText(target.value)} />
  return (
    <>
      <Demo label="打开" value={{ shown, text }}>
        <Space wrap>
          <Button onClick={() => setShown('modal')}>可拖动弹窗</Button>
          <Button onClick={() => setShown('stays')}>保持打开的弹窗</Button>
          <Button onClick={() => setShown('busy')}>提交中的弹窗</Button>
          <Button onClick={() => setShown('full')}>全屏弹窗</Button>
          <Button onClick={() => setShown('drawer')}>抽屉</Button>
        </Space>
      </Demo>
      {(shown === 'modal' || shown === 'stays') && (
        <AppModal
          open
          fullscreen
          draggable
          title={shown === 'modal' ? '可拖动弹窗' : '保持打开的弹窗'}
          width={520}
          okClose={shown !== 'stays'}
          onCancel={close}
        >
          {body}
        </AppModal>
      )}
      {shown === 'busy' && (
        <AppModal open confirmLoading title="提交中的弹窗" width={520} onCancel={close}>
          {body}
        </AppModal>
      )}
      <AppModal open={shown === 'full'} fullscreen="full" title="全屏弹窗" onCancel={close}>
        {body}
      </AppModal>
      {shown === 'drawer' && (
        <AppDrawer title="抽屉" size={420} onClose={close} onOk={() => setText(`${text}（已确定）`)}>
          {body}
        </AppDrawer>
      )}
    </>
  )
}
