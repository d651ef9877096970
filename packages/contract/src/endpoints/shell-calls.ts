import type { Endpoint } from '../endpoint.ts'
import type { announcementEndpoints } from './announcement.ts'
import type { emergencyEndpoints } from './emergency.ts'
import type { listViewEndpoints } from './list-view.ts'
import type { sessionEndpoints } from './session.ts'
import { shellRoutes, type Route } from './shell-routes.ts'

/** A route that knows, as a type only, which endpoint it leads to. */
export interface RouteTo<E extends Endpoint> extends Route {
  readonly endpoint?: E
}

/** The endpoint of each route of the shell. */
export interface ShellCalls {
  readonly roleNumber: RouteTo<typeof sessionEndpoints.roleNumber>
  readonly listByUser: RouteTo<typeof announcementEndpoints.listByUser>
  readonly readNotice: RouteTo<typeof announcementEndpoints.queryById>
  readonly markRead: RouteTo<typeof announcementEndpoints.markRead>
  readonly emergencyMine: RouteTo<typeof emergencyEndpoints.mine>
  readonly emergencyAck: RouteTo<typeof emergencyEndpoints.ack>
  readonly openListView: RouteTo<typeof listViewEndpoints.find>
  readonly defaultListViews: RouteTo<typeof listViewEndpoints.defaults>
}

/** What the shell calls; nothing here brings a schema along. */
export const shellCalls: ShellCalls = shellRoutes
