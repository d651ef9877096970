export { DictChoice } from './DictChoice.tsx'
export type { DictChoiceProps, DictLook, DictOption } from './DictChoice.tsx'
