export { LabelledItem } from './LabelledItem.tsx'
