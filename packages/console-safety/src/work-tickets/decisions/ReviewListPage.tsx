import { DecisionList } from './DecisionList.tsx'

/** 工作票审核. */
export default function ReviewListPage() {
  return <DecisionList stage="review" />
}
