import type { Endpoint } from '@latchkey/protocol/api'
import * as v from 'valibot'
import type { ChainReader } from '../../chains/chainReader.ts'
import { findAccount } from '../../chains/readAccount.ts'

type Query = v.ObjectSchema<{ address: v.GenericSchema<string> } & v.ObjectEntries, undefined>

/** An endpoint about an account of any kind of chain that the service reads. */
export function accountEndpoint<endpoint extends Endpoint<Query>>(
  endpoint: endpoint,
  readers: readonly ChainReader[],
): endpoint {
  const address = v.custom<string>(
    (text) => typeof text === 'string' && findAccount(readers, text) !== undefined,
    'Invalid address',
  )
  // the address stays a text, so the types stay the same
  return { ...endpoint, query: v.object({ ...endpoint.query.entries, address }) } as endpoint
}
