import { parseAccountId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { getAddress } from 'viem'
import type { Address } from 'viem'
import type { Session } from '../../walletconnect/session.ts'

type Granted = Pick<Session, 'namespaces'>

/** The network id of a chain of this namespace. CAIP-2 */
export const networkIdOf = (chainId: number) => `eip155:${chainId}`

/** The chains that a wallet approved in a session. */
export function approvedChains({ namespaces }: Granted): readonly number[] {
  const { accounts = [], chains = [] } = namespaces.eip155 ?? {}
  return [...new Set([...accounts.map((one) => parseAccountId(one).networkId), ...chains])].map((one) => Number(one.split(':')[1])).filter(Boolean)
}

/** Addresses of a session, with their checksum: those of the chain, or all of them where it has none there. */
export function accountsOf({ namespaces }: Granted, chainId?: number): readonly Address[] {
  const accounts = (namespaces.eip155?.accounts ?? []).map((one) => parseAccountId(one))
  const here = accounts.filter(({ networkId }) => chainId !== undefined && networkId === networkIdOf(chainId))
  const addresses = (here.length > 0 ? here : accounts).map(({ address }) => address).filter(isEvmAddress)
  return [...new Set(addresses.map((one) => getAddress(one)))]
}
