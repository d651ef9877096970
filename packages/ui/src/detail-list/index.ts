export { DetailList } from './DetailList.tsx'
