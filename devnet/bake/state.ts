import { gunzipSync, gzipSync } from 'node:zlib'
import { hexToBytes, type Hex } from 'viem'
import type { StateAccount } from '../src/stateFolder.ts'
import type { OpenChain } from './openChain.ts'

/** The state of a chain in anvil's format, of which the bake reads only the accounts. */
export type State = { accounts: Record<string, StateAccount> }

/** Reads the chain's state from anvil. */
export async function dump({ client }: Pick<OpenChain, 'client'>): Promise<State> {
  const packed = await client.request<{
    Method: 'anvil_dumpState'
    Parameters: []
    ReturnType: Hex
  }>({ method: 'anvil_dumpState', params: [] })
  return JSON.parse(gunzipSync(hexToBytes(packed)).toString('utf8'))
}

/** The state with more accounts, in place of those with the same addresses. */
export const withAccounts = (state: State, accounts: State['accounts']): State => ({
  ...state,
  accounts: { ...state.accounts, ...accounts },
})

/** Compresses a state as far as possible. */
export const packState = (state: State): Buffer => gzipSync(JSON.stringify(state), { level: 9 })
