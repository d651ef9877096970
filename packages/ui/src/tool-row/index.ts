export { ToolRow } from './ToolRow.tsx'
