import { readUrl } from '@latchkey/protocol/readUrl'
import * as v from 'valibot'
import { fault } from '../bridge/Fault.ts'

/**
 * The path of the service's page that ends a login at a company, see `socialResult` in
 * walletServer.ts.
 */
const donePath = '/social/done'
const ids = v.pipe(v.string(), v.uuid())
const results = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))

/**
 * The result of a login at a company. `result` is set only if the login had no window, and the
 * whole page returned with the result.
 */
export type Done = { id: string; result?: string }

/**
 * Reads the address that a site got at the end of a login at a company.
 * @throws Fault socialUntrusted for an address that is not the service's, socialRefused for a login
 *   that was refused, codeExpired for a login that has expired
 */
export function readDone(uri: string, origin: string): Done {
  const url = readUrl(uri)
  if (!url || url.origin !== origin || url.pathname !== donePath) throw fault('socialUntrusted')
  const { searchParams } = url
  const refusal = searchParams.get('error')
  if (refusal !== null) throw fault(refusal === 'codeExpired' ? 'codeExpired' : 'socialRefused')
  const id = v.safeParse(ids, searchParams.get('id'))
  if (!id.success) throw fault('socialUntrusted')
  const result = v.safeParse(results, searchParams.get('result'))
  return { id: id.output, ...(result.success && { result: result.output }) }
}
