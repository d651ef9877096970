export { SavedViews } from './SavedViews.tsx'
export { ShareViewDialog } from './ShareViewDialog.tsx'
export { nameProblem, type SavedView, type ViewAudience } from './saved-view.ts'
