export { PopText } from './PopText.tsx'
