import type { Endpoint } from '@latchkey/protocol/api'
import * as v from 'valibot'
import type { ChainReader } from '../../chains/chainReader.ts'
import { findAccount } from '../../chains/readAccount.ts'

type Query = v.ObjectSchema<{ address: v.GenericSchema<string> } & v.ObjectEntries, undefined>

/** Makes an endpoint accept the accounts of all kinds of chains that the service reads. */
export function accountEndpoint<endpoint extends Endpoint<Query>>(
  endpoint: endpoint,
  readers: readonly ChainReader[],
): endpoint {
  const address = v.custom<string>(
    (text) => typeof text === 'string' && findAccount(readers, text) !== undefined,
    'Invalid address',
  )
  // `address` is still a text, so the endpoint's type is still right
  return { ...endpoint, query: v.object({ ...endpoint.query.entries, address }) } as endpoint
}
