export { DateRange } from './DateRange.tsx'
