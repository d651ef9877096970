import { expect, it } from 'vitest'
import { announcementEndpoints } from './announcement.ts'
import { emergencyEndpoints } from './emergency.ts'
import { listViewEndpoints } from './list-view.ts'
import { sessionEndpoints } from './session.ts'
import { shellCalls, type ShellCalls } from './shell-calls.ts'

it('each call of the shell goes where its endpoint is', () => {
  const endpoints: { [Name in keyof ShellCalls]: NonNullable<ShellCalls[Name]['endpoint']> } = {
    roleNumber: sessionEndpoints.roleNumber,
    listByUser: announcementEndpoints.listByUser,
    readNotice: announcementEndpoints.queryById,
    markRead: announcementEndpoints.markRead,
    emergencyMine: emergencyEndpoints.mine,
    emergencyAck: emergencyEndpoints.ack,
    openListView: listViewEndpoints.find,
    defaultListViews: listViewEndpoints.defaults,
  }
  const routes = Object.entries(endpoints).map(([name, { methods, path, access, title }]) => [
    name,
    { methods, path, access, title },
  ])
  expect(Object.fromEntries(routes)).toEqual(shellCalls)
})
