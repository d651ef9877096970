export { FilePreview } from './FilePreview.tsx'
