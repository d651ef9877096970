export { SavedViews } from './SavedViews.tsx'
export { ShareViewDialog } from './ShareViewDialog.tsx'
export type { SavedView, ViewAudience } from './saved-view.ts'
