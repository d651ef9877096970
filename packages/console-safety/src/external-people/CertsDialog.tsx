import { personCert } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Alert } from 'antd'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'

type Cert = RowOf<typeof personCert.fields>

/** One person's certificates are entered here one by one; sheets of many belong to the page of all. */
const his = {
  ...personCert,
  verbs: personCert.verbs.filter((verb) => verb !== 'importExcel' && verb !== 'exportXls'),
}

const valid = (row: Cert) => `${row.validFrom ?? ''} 至 ${row.validTo ?? ''}`

const columns: ColumnOverrides<Cert> = {
  certType: { width: 140 },
  certNo: { width: 160 },
  issueBy: { width: 150 },
  validTo: { title: '有效期', width: 190, render: valid },
  status: { width: 80 },
}

const phoneColumns: ColumnOverrides<Cert> = {
  certType: {
    title: '证书',
    width: 170,
    render: (row) => (
      <span className="external-cell">
        <strong>{row.certType_dictText ?? row.certType}</strong>
        <small>{row.certNo}</small>
        <small>{valid(row)}</small>
      </span>
    ),
  },
}

interface Props {
  /** His line in the register. */
  readonly id: string
  readonly name: string
  onClose(): void
}

/** The certificates of somebody without an account (G03): what his tag needs for a kind of work is looked for here. */
export function CertsDialog({ id, name, onClose }: Props) {
  const isMobile = useIsMobile()
  return (
    <AppModal open width={960} title={`资质证书：${name}`} footer={null} onCancel={onClose}>
      <Alert
        type="info"
        showIcon
        className="gap-pass"
        title="提交、开工和进场时按作业类型要求的资质核对（如焊接与热切割、高处、电工）。入场培训写在登记本身，不必在此重复。"
      />
      <ResourceView
        resource={his}
        fixed={{ externalId: id }}
        stateIn="component"
        search={[]}
        advanced={false}
        selectable={false}
        list={isMobile ? ['certType'] : ['certType', 'certNo', 'issueBy', 'validTo', 'status']}
        columns={isMobile ? phoneColumns : columns}
        form={{ names: ['certType', 'certNo', 'issueBy', 'validFrom', 'validTo', 'file', 'status'] }}
        emptyText="还没有登记证书"
      />
    </AppModal>
  )
}
