export { TagsInput } from './TagsInput.tsx'
