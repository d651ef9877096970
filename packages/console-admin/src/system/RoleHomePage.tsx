import { roleIndex } from '@suoan/contract'
import { resourcePage } from '@suoan/console-base/resource/resource-page.tsx'
import { HomePageSelect } from './HomePageSelect.tsx'

/** 角色首页: which page 首页 is for the people of a role (4-api.md §7.22). */
export default resourcePage(roleIndex, {
  columns: {
    roleCode: { align: 'left' },
    url: { align: 'left', width: 240 },
    component: { align: 'left', width: 260 },
  },
  emptyText: '所有角色都用默认首页；要为某个角色指定首页，请新增',
  form: {
    names: ['roleCode', 'component', 'url', 'priority', 'status'],
    inputs: { component: ({ disabled }) => <HomePageSelect disabled={disabled} /> },
  },
})
