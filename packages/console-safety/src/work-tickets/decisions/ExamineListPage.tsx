import { DecisionList } from './DecisionList.tsx'

/** 工作票审批. */
export default function ExamineListPage() {
  return <DecisionList stage="examine" />
}
