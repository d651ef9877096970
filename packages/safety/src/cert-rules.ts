import { labelOf, type RoleTag } from '@suoan/domain/dictionaries'
import { z } from 'zod'

const shape = z
  .record(z.string(), z.array(z.string()))
  // An object without a tag says nothing; "nothing is asked of a worker" is `{"WORK":[]}`.
  .refine((rules) => Object.keys(rules).length > 0)

/** A certificate that a person must hold: its `lo_cert_type` and its label. */
export interface RequiredCert {
  readonly certType: string
  readonly certName: string
  /** Which of the tags ask it. */
  readonly tags: readonly RoleTag[]
}

/** Nobody holds it: what stands for rules that cannot be read, so that they let nobody in. */
const unreadable = {
  certType: '',
  certName: '资质（作业策略的资质要求没有设定或无法读取）',
}

/** Whether `LoWorkType.certRules` says of at least one tag what it needs. */
export function hasCertRules(rules: unknown): boolean {
  return shape.safeParse(rules).success
}

/**
 * The certificates that `LoWorkType.certRules` asks of these tags (3-domain.md §2, G03); of a list of rules, all that any of
 * them asks. Rules that cannot be read, or none, ask for one that nobody holds.
 */
export function requiredCerts(rules: unknown, tags: readonly RoleTag[]): RequiredCert[] {
  if (tags.length === 0) return []
  const read = z
    .array(shape)
    .min(1)
    .safeParse(Array.isArray(rules) ? rules : [rules])
  if (!read.success) return [{ ...unreadable, tags }]
  const asks = (tag: RoleTag): string[] => read.data.flatMap((each) => each[tag] ?? [])
  return [...new Set(tags.flatMap(asks))].map((certType) => ({
    certType,
    certName: labelOf('lo_cert_type', certType),
    tags: tags.filter((tag) => asks(tag).includes(certType)),
  }))
}
