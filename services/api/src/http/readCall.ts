import * as v from 'valibot'
import type { Endpoint } from '@latchkey/protocol/api'
import { counts } from '@latchkey/protocol/limits'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { ApiError } from '../apiError.ts'
import type { Service } from '../service.ts'
import type { Call } from './env.ts'

/**
 * What a request asks, checked against its entry in the endpoint table. JSON is read whatever the Content-Type says.
 * @throws ApiError 400 for what does not fit, 401 for an unknown project, 413 for a body over 256 KiB
 */
export async function readCall<const endpoint extends Endpoint>(
  call: Call,
  endpoint: endpoint,
  service: Pick<Service, 'checkProject'>,
): Promise<{ query: v.InferOutput<endpoint['query']>; body: v.InferOutput<endpoint['body']> }> {
  const query = readQuery(call)
  const body = endpoint.method === 'POST' ? await readBody(call) : undefined
  service.checkProject(query['projectId'] ?? projectIn(body))
  return { query: check(endpoint.query, { ...query, ...call.req.param() }), body: check(endpoint.body, body) }
}

function readQuery(call: Call): Record<string, string> {
  const pairs = [...new URL(call.req.url).searchParams]
  const twice = pairs.find(([key], index) => pairs.findIndex(([other]) => other === key) !== index)
  if (twice) throw new ApiError(400, twice[0].slice(0, 32), 'Given more than once')
  return Object.fromEntries(pairs)
}

async function readBody(call: Call): Promise<unknown> {
  try {
    if (Number(call.req.header('content-length')) > counts.apiBodyBytes) throw new TooLargeError()
    return JSON.parse((await readLimited(call.req.raw.body, counts.apiBodyBytes)).toString())
  } catch (error) {
    if (error instanceof TooLargeError) throw new ApiError(413, '', `The body may have ${counts.apiBodyBytes} bytes`)
    if (error instanceof SyntaxError) throw new ApiError(400, '', 'The body is not JSON')
    throw error
  }
}

function projectIn(body: unknown): string | undefined {
  const found = v.safeParse(v.object({ projectId: v.string() }), body)
  return found.success ? found.output.projectId : undefined
}

function check<schema extends v.GenericSchema>(schema: schema, input: unknown): v.InferOutput<schema> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const [issue] = result.issues
  const key = issue.path?.[0]?.key
  const field = typeof key === 'string' ? key : ''
  if (issue.received === 'undefined' && field) throw new ApiError(400, field, `${field} is missing`)
  // A malformed identifier has no field in the contract's table.
  throw new ApiError(400, issue.message === 'Invalid CAIP Address' ? '' : field, issue.message.slice(0, 200))
}
