export { LabelledItem, type LabelledItemProps } from './LabelledItem.tsx'
