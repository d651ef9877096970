import { personCert } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { Alert } from 'antd'
import { ResourceView } from '@suoan/console-base/resource/resource-page.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'

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
        resource={personCert}
        fixed={{ externalId: id }}
        stateIn="component"
        search={[]}
        advanced={false}
        selectable={false}
        list={
          isMobile
            ? ['certType', 'validTo']
            : ['certType', 'certNo', 'issueBy', 'validFrom', 'validTo', 'status']
        }
        form={{ names: ['certType', 'certNo', 'issueBy', 'validFrom', 'validTo', 'file', 'status'] }}
        emptyText="还没有登记证书"
      />
    </AppModal>
  )
}
