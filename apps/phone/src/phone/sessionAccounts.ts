import type { Namespaces } from './client.ts'
import { withAccounts } from './grant.ts'

/** The EVM accounts and networks of a session. */
export type EvmPart = {
  /** EIP-155 chain ids. */
  chainIds: readonly number[]
  /** With checksum; the active address comes first. */
  addresses: readonly `0x${string}`[]
}

/**
 * Returns the EVM part of a session; undefined if it has none. A session from a one-click sign-in
 * names its chains only in its accounts.
 */
export function evmPartOf({ eip155 }: Namespaces): EvmPart | undefined {
  if (!eip155) return undefined
  const parts = eip155.accounts.map((account) => account.split(':'))
  const chainIds = [
    ...(eip155.chains ?? []).map((chain) => Number(chain.split(':')[1])),
    ...parts.map(([, id]) => Number(id)),
  ]
  const addresses = parts.flatMap(([, , address]) => (isAddress(address) ? address : []))
  return { chainIds: [...new Set(chainIds)], addresses: [...new Set(addresses)] }
}

function isAddress(text: string | undefined): text is `0x${string}` {
  return text !== undefined && text.startsWith('0x')
}

/** Returns the namespaces with another EVM part; undefined if that changes nothing. */
export function withEvmPart(
  namespaces: Namespaces,
  { chainIds, addresses }: EvmPart,
): Namespaces | undefined {
  const { eip155 } = namespaces
  if (!eip155) return undefined
  const next = withAccounts({ ...eip155, chains: chainIds.map((id) => `eip155:${id}`) }, addresses)
  return next.accounts.join() === eip155.accounts.join()
    ? undefined
    : { ...namespaces, eip155: next }
}

/** Returns the values with `first` in front. */
export function inFront<value>(first: value, others: readonly value[]): readonly value[] {
  return [first, ...others.filter((other) => other !== first)]
}
