import { Alert } from 'antd'
import './fence-editor.css'

/** What stands in the place of a plan while its picture is loaded, and where it cannot be shown. */
export function PictureState({ state }: { readonly state: 'loading' | 'failed' }) {
  return state === 'loading' ? (
    <div className="plan-wait" role="status">
      平面图加载中…
    </div>
  ) : (
    <Alert type="warning" showIcon title="平面图无法显示，请检查区域的平面图文件" />
  )
}
