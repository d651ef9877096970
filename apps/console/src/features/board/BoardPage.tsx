import { Board } from './Board.tsx'

/** 看板. */
export default function BoardPage() {
  return <Board />
}
