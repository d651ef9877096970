import { expect, test } from 'vitest'
import { z } from 'zod'
import * as contract from '../index.ts'
import type { Endpoint } from '../endpoint.ts'

const endpoints = Object.entries(contract)
  .filter(([name, value]) => name.endsWith('Endpoints') && typeof value === 'object')
  .flatMap(([, value]) => Object.values(value as Readonly<Record<string, Endpoint>>))

test('no call takes a page of more than 1,000 rows', () => {
  const sized = endpoints.flatMap(({ path, input }) => {
    const size = input instanceof z.ZodObject ? input.shape['pageSize'] : undefined
    return size instanceof z.ZodType ? [{ path, size }] : []
  })
  expect(sized.length).toBeGreaterThan(5)
  const tooLarge = sized.filter(({ size }) =>
    ['100000', 100_000, '1e9'].some((asked) => {
      const read = size.safeParse(asked)
      return read.success && Number(read.data) > 1_000
    }),
  )
  expect(tooLarge.map(({ path }) => path)).toEqual([])
})

test('no password and no code travels in the address of a GET', () => {
  const told = endpoints.flatMap(({ path, methods, input }) =>
    methods.includes('GET') && input instanceof z.ZodObject
      ? Object.keys(input.shape)
          .filter((name) => /password|passwd|smscode|^pin$|secret/i.test(name))
          .map((name) => `${path} ${name}`)
      : [],
  )
  expect(told).toEqual([])
})
