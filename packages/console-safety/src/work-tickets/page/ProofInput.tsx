import type { PresenceProof } from '@suoan/contract'
import { Form, Segmented } from 'antd'
import { ScanInput } from '../../scan/ScanInput.tsx'

/** How a person shows that he stands at the place, as typed or scanned. */
export interface Proof {
  readonly kind: 'qr' | 'nfc'
  readonly code: string
}

interface Props {
  readonly value: Proof
  onChange(value: Proof): void
  readonly required?: boolean
}

/** The tag or code of the place: a scanner types it, or a person does. */
export function ProofInput({ value, onChange, required = false }: Props) {
  return (
    <Form.Item
      label="到场证明"
      required={required}
      extra="扫描点位现场标签的二维码，或碰触 NFC 标签；没有扫码枪时可照标签输入"
    >
      <Segmented<'qr' | 'nfc'>
        aria-label="到场方式"
        value={value.kind}
        options={[
          { value: 'qr', label: '扫码' },
          { value: 'nfc', label: 'NFC' },
        ]}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      <div className="gap-top">
        <ScanInput
          value={value.code}
          maxLength={64}
          nfc={value.kind === 'nfc' ? 'serial' : 'text'}
          placeholder={value.kind === 'qr' ? '扫描或输入标签上的编码' : '碰触或输入 NFC 标签号'}
          aria-label="点位编码"
          onChange={(code) => onChange({ ...value, code })}
        />
      </div>
    </Form.Item>
  )
}

/** The proof as the contract takes it; undefined when there is none. */
export function proofOf({ kind, code }: Proof, photo = ''): PresenceProof {
  const typed = code.trim()
  if (typed === '' && photo === '') return undefined
  return {
    ...(typed ? (kind === 'qr' ? { qr: typed } : { nfcUid: typed }) : {}),
    ...(photo ? { photo } : {}),
  }
}
