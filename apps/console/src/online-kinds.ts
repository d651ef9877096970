/** A built-in screen that the menu chooses by its component name (1-shell.md §2.2, 4-api.md §3.4). */
export interface OnlineKind {
  readonly component: string
  readonly title: string
  /** What it would show. */
  readonly shows: string
}

const cgform = 'modules/online/cgform'
const cgreport = 'modules/online/cgreport'

/** The nine built-in online screens; one whose engine is in this version has a page in `views.ts`, which goes first. */
export const onlineKinds: readonly OnlineKind[] = [
  { component: `${cgform}/OnlCgformHeadList`, title: 'Online 表单开发', shows: '在线设计的表单清单' },
  { component: `${cgform}/OnlCgformCopyList`, title: 'Online 表单视图', shows: '表单视图（复制表）清单' },
  { component: `${cgform}/auto/OnlCgformAutoList`, title: 'Online 单表列表', shows: '按表单配置生成的列表' },
  {
    component: `${cgform}/auto/OnlCgformTreeList`,
    title: 'Online 树形列表',
    shows: '按表单配置生成的树形列表',
  },
  {
    component: `${cgform}/auto/erp/OnlCgformErpList`,
    title: 'Online ERP 主子表列表',
    shows: '上方主表、下方子表页签的列表',
  },
  {
    component: `${cgform}/auto/tab/OnlCgformTabList`,
    title: 'Online 页签主子表列表',
    shows: '以页签填写主表与子表的列表',
  },
  {
    component: `${cgform}/auto/innerTable/OnlCgformInnerTableList`,
    title: 'Online 内嵌子表列表',
    shows: '展开主表行查看子表的列表',
  },
  { component: `${cgreport}/OnlCgreportHeadList`, title: 'Online 报表配置', shows: '在线报表清单' },
  {
    component: `${cgreport}/auto/OnlCgreportAutoList`,
    title: 'Online 报表查询',
    shows: '按报表配置生成的查询结果',
  },
]

/** The online screen of a component name; names are compared by their last part, as everywhere in the menu. */
export function onlineKindOf(component: string): OnlineKind | undefined {
  const last = (name: string) => name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  return onlineKinds.find((kind) => last(kind.component) === last(component))
}
