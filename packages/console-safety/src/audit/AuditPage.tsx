import { AnchorTable } from './AnchorTable.tsx'
import '@suoan/console-base/resource/resource.css'
import './audit.css'
import { ProofCard } from './ProofCard.tsx'
import { VerifyCard } from './VerifyCard.tsx'

/** 审计校验: are the records complete and untouched? (3-domain.md §4.8, M4). */
export default function AuditPage() {
  return (
    <div className="audit-page">
      <div className="audit-tools">
        <VerifyCard />
        <ProofCard />
      </div>
      <AnchorTable />
    </div>
  )
}
