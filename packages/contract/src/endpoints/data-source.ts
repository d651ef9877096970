import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** Calls of data sources beside the verbs (4-api.md §7.10). */

const line = (max: number) => z.string().max(max).nullish()

export const dataSourceEndpoints = {
  options: defineEndpoint<
    readonly { readonly value: string; readonly label: string; readonly text: string }[]
  >()({
    title: '可选的数据源',
    methods: ['GET'],
    path: '/sys/dataSource/options',
    access: { permission: 'system:dataSource:list' },
    platformOnly: true,
    input: z.object({}),
  }),
  /**
   * Connects with what a form says, in 3 s at most. `id` is the stored source: an empty password then means its own, as
   * long as place and user are still its own.
   */
  test: defineEndpoint<null>()({
    title: '测试数据源连接',
    methods: ['POST'],
    path: '/online/cgreport/api/testConnection',
    access: { permission: 'system:dataSource:test' },
    platformOnly: true,
    input: z.object({
      id: line(64),
      dbType: z.string('请选择数据库类型').min(1, '请选择数据库类型').max(10),
      dbDriver: line(100),
      dbUrl: line(500),
      dbHost: line(253),
      dbPort: z.coerce
        .number()
        .int()
        .min(1, '端口要在 1–65535 之间')
        .max(65_535, '端口要在 1–65535 之间')
        .nullish(),
      dbName: line(100),
      dbUsername: z.string('请输入用户名').min(1, '请输入用户名').max(100),
      dbPassword: line(100),
      dbTls: line(10),
      dbCa: line(20_000),
    }),
  }),
} as const
