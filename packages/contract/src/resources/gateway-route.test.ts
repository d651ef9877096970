import { expect, it } from 'vitest'
import { gatewayRoute } from './gateway-route.ts'

it('says what is wrong with 路由URI once: its label stands before the words already', () => {
  const { uri } = gatewayRoute.fields
  for (const value of ['file:///etc/passwd', 'lb://erp', 'http://erp:99999'])
    expect(uri.check?.(value)).not.toMatch(/^：|路由URI/)
  expect(uri.check?.('http://erp:8080')).toBeNull()
})
