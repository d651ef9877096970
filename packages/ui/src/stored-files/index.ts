export { StoredFiles } from './StoredFiles.tsx'
