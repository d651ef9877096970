import { AppModal } from '@suoan/ui/modal'
import { listKeyHelp } from '../list-keys.ts'

/** `?` on a list: its keys. */
export function ListHelp({ onClose }: { onClose(): void }) {
  return (
    <AppModal open title="列表快捷键" width={420} footer={null} onCancel={onClose} mask={{ closable: true }}>
      <dl className="list-help">
        {listKeyHelp.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>在输入框、打开的对话框中和输入法组字时，这些键照常输入文字。</p>
    </AppModal>
  )
}
