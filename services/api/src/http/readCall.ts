import { isObject } from '@latchkey/protocol/isObject'
import type * as v from 'valibot'
import type { Endpoint } from '@latchkey/protocol/api'
import { BorderError, readJson, readShape } from '@latchkey/protocol/border'
import { counts } from '@latchkey/protocol/limits'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { ApiError } from '../apiError.ts'
import type { Service } from '../service.ts'
import type { Call } from './env.ts'

/**
 * Reads a request and checks it with its endpoint's schemas. A body is read as JSON whatever its
 * Content-Type.
 * @throws ApiError 400 for invalid content, 401 for an unknown project, 413 for a body over 256 KiB
 */
export async function readCall<const endpoint extends Endpoint>(
  call: Call,
  endpoint: endpoint,
  service: Pick<Service, 'checkProject'>,
): Promise<{ query: v.InferOutput<endpoint['query']>; body: v.InferOutput<endpoint['body']> }> {
  const query = readQuery(call)
  const body = endpoint.method === 'POST' ? await readBody(call) : undefined
  service.checkProject(query['projectId'] ?? projectIn(body))
  return {
    query: check(endpoint.query, { ...query, ...call.req.param() }),
    body: check(endpoint.body, body),
  }
}

function readQuery(call: Call): Record<string, string> {
  const pairs = [...new URL(call.req.url).searchParams]
  const twice = pairs.find(([key], index) => pairs.findIndex(([other]) => other === key) !== index)
  if (twice) throw new ApiError(400, twice[0].slice(0, 32), 'Given more than once')
  return Object.fromEntries(pairs)
}

const bodyLimits = {
  bytes: counts.apiBodyBytes,
  depth: counts.apiBodyDepth,
  values: counts.apiBodyValues,
}

async function readBody(call: Call): Promise<unknown> {
  try {
    if (Number(call.req.header('content-length')) > counts.apiBodyBytes) throw new TooLargeError()
    return readJson(await readLimited(call.req.raw.body, counts.apiBodyBytes), bodyLimits)
  } catch (error) {
    if (error instanceof TooLargeError)
      throw new ApiError(413, '', `The body may have ${counts.apiBodyBytes} bytes`)
    if (error instanceof BorderError)
      throw new ApiError(400, '', error.fault === 'syntax' ? 'The body is not JSON' : error.message)
    throw error
  }
}

function projectIn(body: unknown): string | undefined {
  const projectId =
    isObject(body) && Object.hasOwn(body, 'projectId') ? body['projectId'] : undefined
  return typeof projectId === 'string' ? projectId : undefined
}

function check<schema extends v.GenericSchema>(
  schema: schema,
  input: unknown,
): v.InferOutput<schema> {
  try {
    return readShape(schema, input)
  } catch (error) {
    if (error instanceof BorderError && error.issue) throw refusalOf(error.issue)
    throw error
  }
}

function refusalOf(issue: v.BaseIssue<unknown>): ApiError {
  const key = issue.path?.[0]?.key
  const field = typeof key === 'string' ? key : ''
  if (issue.received === 'undefined' && field)
    return new ApiError(400, field, `${field} is missing`)
  // docs/contracts/api.md#error-body names no field for an invalid CAIP id
  return new ApiError(
    400,
    issue.message === 'Invalid CAIP Address' ? '' : field,
    issue.message.slice(0, 200),
  )
}
