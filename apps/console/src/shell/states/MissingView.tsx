import { onlineKindOf } from '../../online-kinds.ts'
import { Notice } from '@suoan/console-base/states/Notice.tsx'

/** A menu row that names a page this version does not have; told as it is, with what to do (1-shell.md §8). */
export function MissingView({ component }: { component: string }) {
  const kind = onlineKindOf(component)
  return (
    <div className="card">
      {kind ? (
        <Notice
          kind="info"
          title={`${kind.title}尚未启用`}
          text={`这里将显示${kind.shows}。当前版本不含这类页面的运行引擎，数据不受影响。请联系管理员在“菜单管理”中隐藏本菜单或改用其他组件。`}
        />
      ) : (
        <Notice
          kind="info"
          title="本页面尚未提供"
          text={`当前版本中没有“${component}”这个页面（MODULE_NOT_FOUND）。请联系管理员在“菜单管理”中修改组件，或等待版本更新。`}
        />
      )}
    </div>
  )
}
