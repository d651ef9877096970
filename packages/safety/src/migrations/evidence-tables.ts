/**
 * Tables of the evidence and of the logs (3-domain.md §4.8): the application reads them and adds rows, and nothing else,
 * whatever triggers stand on them.
 */
export const evidenceTables: readonly string[] = [
  'lo_lock_log',
  'lo_work_trans',
  'lo_decision',
  'lo_audit_anchor',
  'lo_audit_leaf',
  'lo_audit_key',
  'lo_zero_proof',
  'lo_work_sign',
  'lo_evidence_file',
  'lo_log_link',
  'sys_log',
  'sys_data_log',
]
