import { Notice } from './Notice.tsx'

/** A menu row that names a page this version does not have; told as it is, with what to do. */
export function MissingView({ component }: { component: string }) {
  return (
    <div className="card">
      <Notice
        kind="info"
        title="本页面尚未提供"
        text={`当前版本中没有“${component}”这个页面。请联系管理员在“菜单管理”中修改组件，或等待版本更新。`}
      />
    </div>
  )
}
