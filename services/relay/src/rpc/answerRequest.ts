import { relayError, type RelayErrorTag } from '@latchkey/protocol/relay'
import { methods } from '../methods/methods.ts'
import { defect, storeFailed } from '../service.ts'
import { ShareError, StoreError } from '../store/mailboxStore.ts'
import type { Call } from './method.ts'
import type { Request } from './readFrame.ts'
import { GoneError, tagOf } from './tagOf.ts'

/** Runs a request and returns the text of its answer. An error becomes an error answer. */
export async function answerRequest(
  { id, method: name, params }: Request,
  call: Call,
): Promise<string> {
  const { service } = call
  const method = methods.get(name)
  if (!method) {
    service.metrics.request('other', 'InvalidMethod').add()
    return errorText(id, 'InvalidMethod')
  }
  const begin = performance.now()
  try {
    const result = await method.answer(params, call)
    service.metrics.request(method.name, 'ok').add()
    return `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
  } catch (error) {
    const known = tagOf(error)
    const tag = known ?? 'Unknown'
    service.metrics.request(method.name, error instanceof GoneError ? 'gone' : tag).add()
    if (error instanceof ShareError)
      service.metrics.refused(error.reason === 'store' ? 'store' : 'share').add()
    if (error instanceof StoreError) storeFailed(service, error)
    else if (known === undefined) defect(service, error)
    return errorText(id, tag)
  } finally {
    service.metrics.answer.observe((performance.now() - begin) / 1_000)
  }
}

/** The text of an error answer. @param id the request's id as JSON, as received */
export function errorText(id: string, tag: RelayErrorTag): string {
  return `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify(relayError(tag))}}`
}
