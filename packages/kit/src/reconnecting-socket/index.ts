export { next, initialState } from './next.ts'
export type { SocketEffect, SocketEvent, SocketState } from './next.ts'
export { noticePolicy, tablePolicy } from './policy.ts'
export type { SocketPolicy } from './policy.ts'
export { ReconnectingSocket } from './reconnecting-socket.ts'
export type {
  ReconnectingSocketOptions,
  SocketConstructor,
  SocketLike,
  SocketTimers,
} from './reconnecting-socket.ts'
