/** Whose figures the radar shows. */
export const conductOf = [
  { key: 'own', label: '个人' },
  { key: 'team', label: '团队' },
  { key: 'depart', label: '部门' },
] as const
