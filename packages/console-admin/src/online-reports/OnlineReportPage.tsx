import { onlineReport } from '@suoan/contract'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { lazyInput } from '@suoan/console-base/resource/widgets/lazy-input.tsx'
import { reportSource } from './report-source.ts'

const StatementInput = lazyInput(() => import('./StatementInput.tsx').then((m) => m.StatementInput))
const ItemsInput = lazyInput(() => import('./ReportLines.tsx').then((m) => m.ItemsInput))
const ParamsInput = lazyInput(() => import('./ReportLines.tsx').then((m) => m.ParamsInput))
const ReportDialog = lazyPart('ReportDialog', () =>
  import('@suoan/ui/report-popup').then((m) => m.ReportDialog),
)

/** 在线报表 (5-screens.md §12.6): what neighbouring databases are asked for. */
export default function OnlineReportPage() {
  const navigate = useNavigate()
  const [tried, setTried] = useState<string | null>(null)
  return (
    <div className="card">
      <ResourceView
        resource={onlineReport}
        columns={{
          name: { align: 'left', width: 200 },
          code: { align: 'left', width: 160 },
          cgrSql: { align: 'left' },
          dbSource: { width: 140 },
        }}
        form={{
          width: 1000,
          inputs: {
            cgrSql: (props) => <StatementInput {...props} />,
            items: ({ disabled }) => <ItemsInput disabled={disabled} />,
            params: ({ disabled }) => <ParamsInput disabled={disabled} />,
          },
        }}
        rowActions={[
          {
            key: 'view',
            label: '查看',
            primary: true,
            permission: 'system:report:view',
            run: ({ id }) => void navigate(`/online/cgreport/${id}`),
          },
          {
            key: 'try',
            label: '功能测试',
            permission: 'system:report:view',
            run: ({ code }) => setTried(code),
          },
        ]}
        emptyText="还没有报表；新增前，请先在“多数据源管理”中新增数据源"
      />
      <Suspense fallback={null}>
        {tried !== null && (
          <ReportDialog
            source={reportSource}
            code={tried}
            param={{}}
            multiple
            onConfirm={() => setTried(null)}
            onCancel={() => setTried(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
