import { dataSource } from '@suoan/contract'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'

const KindInput = lazyInput(() => import('./SourceInputs.tsx').then((m) => m.KindInput))
const PasswordInput = lazyInput(() => import('./SourceInputs.tsx').then((m) => m.PasswordInput))

/** 多数据源管理 (5-screens.md §6.16). */
export default function DataSourcePage() {
  return (
    <div className="card">
      <ResourceView
        resource={dataSource}
        columns={{
          name: { align: 'left', width: 180 },
          dbType: { width: 110 },
          dbDriver: { align: 'left', width: 190 },
          dbUrl: { align: 'left', width: 270 },
          dbUsername: { width: 120 },
        }}
        form={{
          width: 800,
          inputs: {
            dbType: (props) => <KindInput {...props} />,
            dbPassword: (props) => <PasswordInput {...props} />,
          },
        }}
        emptyText="还没有数据源；新增后，“在线报表”和定时任务“从数据源更新字典”可以读取其他系统的数据库"
      />
    </div>
  )
}
