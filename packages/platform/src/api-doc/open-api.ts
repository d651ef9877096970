import {
  permissionOf,
  verbTable,
  type Endpoint,
  type Field,
  type FieldKind,
  type HttpMethod,
  type Resource,
  type Verb,
} from '@suoan/contract'
import { z } from 'zod'

/** A part of a document: JSON as OpenAPI 3.1 says it. */
type Json = { readonly [key: string]: unknown }

/**
 * The OpenAPI 3.1 document of the given calls and entities, made from what server and console run by. What an endpoint
 * answers is a type of TypeScript and not a schema, so `result` is described for entities alone.
 */
export function openApi(
  {
    endpoints,
    resources,
  }: { readonly endpoints: readonly Endpoint[]; readonly resources: readonly Resource[] },
  { apiBase, version }: { readonly apiBase: string; readonly version: string },
): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const add = (path: string, method: HttpMethod, operation: Json): void => {
    const at = `${apiBase}${path.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}')}`
    const item = (paths[at] ??= {})
    item[method.toLowerCase()] ??= operation
  }
  for (const endpoint of endpoints)
    for (const method of endpoint.methods) add(endpoint.path, method, operationOf(endpoint, method))
  for (const resource of resources)
    for (const { verb, methods, action } of verbTable) {
      if (!resource.verbs.includes(verb)) continue
      for (const method of methods)
        add(`${resource.path}/${verb}`, method, verbOf(resource, verb, action, method))
    }
  return {
    openapi: '3.1.0',
    info: {
      title: '锁安 API',
      version,
      description:
        '所有业务回答都是同一个信封：success、message、code、result、timestamp。业务上的拒绝是 HTTP 200 加 success=false。',
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } },
      schemas: Object.fromEntries(resources.map((resource) => [resource.name, rowOf(resource)])),
    },
  }
}

function operationOf(
  { path, input, access, title, sendsFile, platformOnly }: Endpoint,
  method: HttpMethod,
): Json {
  const schema = inputSchema(input)
  return {
    tags: [tagOf(path)],
    summary: title,
    description: [accessText(access), platformOnly === true ? '只限平台（租户 0）。' : ''].join(''),
    ...(access === 'public' && { security: [] }),
    ...placed(path, method, schema),
    responses: sendsFile === true ? fileAnswer : envelope({}),
  }
}

const accessText = (access: Endpoint['access']): string => {
  if (access === 'public') return '无需登录。'
  if (access === 'signedIn') return '登录即可。'
  return `权限：${access.permission}。${access.orNamed === true ? '在进行中的工作票上有名的人不需要权限。' : ''}`
}

/**
 * What a call takes, as JSON Schema. Some checks have no form in it; the place then takes anything, and the server says what
 * is wrong.
 */
export function inputSchema(input: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return schema
}

/** Properties of an input as path and query parameters, or as JSON body. */
function placed(path: string, method: HttpMethod, schema: Json): Json {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const parameters = inPath.map((name): Json => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  if (method === 'GET' || method === 'DELETE')
    return {
      parameters: [
        ...parameters,
        ...rest.map(([name, property]): Json => ({
          name,
          in: 'query',
          required: required.includes(name),
          schema: property,
        })),
      ],
    }
  return { parameters, requestBody: { content: { 'application/json': { schema } } } }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

function verbOf(resource: Resource, verb: Verb, action: string, method: HttpMethod): Json {
  const row = { $ref: `#/components/schemas/${resource.name}` }
  const common = {
    tags: [resource.title],
    summary: `${resource.title}·${verb}`,
    description: `权限：${permissionOf(resource, action)}。`,
  }
  const query = (...names: string[]): Json[] =>
    names.map((name) => ({ name, in: 'query', schema: { type: 'string' } }))
  if (verb === 'list')
    return {
      ...common,
      parameters: query(
        'pageNo',
        'pageSize',
        'column',
        'order',
        'superQueryParams',
        'superQueryMatchType',
        ...resource.search,
      ),
      responses: envelope({
        type: 'object',
        properties: {
          records: { type: 'array', items: row },
          total: { type: 'integer' },
          size: { type: 'integer' },
          current: { type: 'integer' },
          pages: { type: 'integer' },
        },
      }),
    }
  if (verb === 'queryById') return { ...common, parameters: query('id'), responses: envelope(row) }
  if (verb === 'delete') return { ...common, parameters: query('id'), responses: envelope({}) }
  if (verb === 'deleteBatch') return { ...common, parameters: query('ids'), responses: envelope({}) }
  if (verb === 'exportXls') return { ...common, parameters: query(...resource.search), responses: fileAnswer }
  if (verb === 'importExcel')
    return {
      ...common,
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
          },
        },
      },
      responses: envelope({}),
    }
  return {
    ...common,
    requestBody: { content: { 'application/json': { schema: row } } },
    responses: envelope(method === 'POST' ? row : {}),
  }
}

/** What a row looks like on the wire. Secrets are taken, never given. */
function rowOf({ title, fields }: Resource): Json {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    title,
    properties: {
      id: { type: 'string', readOnly: true },
      ...Object.fromEntries(entries.map(([name, field]) => [name, propertyOf(field)])),
    },
    required: entries.filter(([, field]) => field.required === true).map(([name]) => name),
  }
}

const typeOf: Readonly<Record<FieldKind, Json>> = {
  text: { type: 'string' },
  code: { type: 'string' },
  longText: { type: 'string' },
  integer: { type: 'integer' },
  decimal: { type: 'number' },
  flag: { type: 'integer', enum: [0, 1] },
  boolean: { type: 'boolean' },
  dict: { type: 'string' },
  dicts: { type: 'string', description: '多个值用逗号分隔' },
  dictNumber: { type: 'integer' },
  ref: { type: 'string' },
  refs: { type: 'string', description: '多个编号用逗号分隔' },
  region: { type: 'string', description: '省/市/区的六位行政区划代码' },
  date: { type: 'string', description: 'YYYY-MM-DD' },
  dateTime: { type: 'string', description: 'YYYY-MM-DD HH:mm:ss（东八区）' },
  json: {},
  file: { type: 'string', description: '已上传文件的路径' },
  secret: { type: 'string', writeOnly: true },
}

const propertyOf = (field: Field): Json => ({
  ...typeOf[field.kind],
  title: field.label,
  ...(field.max !== undefined && { maxLength: field.max }),
  ...(field.derived === true && { readOnly: true }),
})

const envelope = (result: Json): Json => ({
  200: {
    description: '业务回答',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            success: { type: 'boolean' },
            message: { type: 'string' },
            code: { type: 'integer' },
            result,
            timestamp: { type: 'integer' },
          },
          required: ['success', 'message', 'code', 'timestamp'],
        },
      },
    },
  },
})

const fileAnswer: Json = {
  200: {
    description: '文件',
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
}

/** `/sys/user/list` → `sys/user`. */
const tagOf = (path: string): string => path.split('/').slice(1, 3).join('/')
