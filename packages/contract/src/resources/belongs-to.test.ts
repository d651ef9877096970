import { describe, expect, it } from 'vitest'
import * as contract from '../index.ts'
import { resources, type Endpoint } from '../index.ts'

const endpoints = Object.values(contract).flatMap((each) =>
  typeof each === 'object' && each !== null
    ? Object.values(each).filter(
        (one): one is Endpoint =>
          typeof one === 'object' && one !== null && 'path' in one && 'methods' in one && 'access' in one,
      )
    : [],
)

/** Calls that look like the platform's and are no tenant's harm, each with its reason. */
const open: Readonly<Record<string, string>> = {
  '/sys/tenant/queryList': 'inside a tenant it answers that tenant alone',
}

describe('whose rows are', () => {
  it('every resource says it, and rows without a tenant are the platform’s', () => {
    for (const { name, traits } of resources)
      expect([name, traits.belongsTo === 'tenant']).toEqual([name, traits.tenanted])
    expect(
      resources
        .filter(({ traits }) => traits.belongsTo !== 'tenant')
        .map(({ name, traits }) => `${name} ${traits.belongsTo}`),
    ).toEqual([
      'dictionary platform',
      'dictionaryItem platform',
      'permission platform',
      'permissionDataRule platform',
      'quartzJob platformOnly',
      'tenant platformOnly',
      'dataSource platformOnly',
      'gatewayRoute platformOnly',
      'onlineReport platformOnly',
    ])
  })

  it('every call that changes them is refused outside the platform', () => {
    expect(endpoints.length).toBeGreaterThan(200)
    const platforms = resources.filter(({ traits }) => traits.belongsTo !== 'tenant')
    const touching = endpoints.filter(({ access, methods, path }) => {
      if (typeof access !== 'object' || open[path] !== undefined) return false
      const owner = platforms.find(({ permission }) => access.permission.startsWith(`${permission}:`))
      return (
        owner !== undefined &&
        (owner.traits.belongsTo === 'platformOnly' || methods.some((method) => method !== 'GET'))
      )
    })
    expect(touching.length).toBeGreaterThan(4)
    expect(touching.filter(({ platformOnly }) => platformOnly !== true).map(({ path }) => path)).toEqual([])
  })
})
