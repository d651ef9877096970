export { ReportPopup } from './ReportPopup.tsx'
export type { ReportSource } from './report.ts'
