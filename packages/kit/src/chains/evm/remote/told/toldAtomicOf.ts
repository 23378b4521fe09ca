import type { NetworkId } from '@latchkey/protocol/caip'
import type { Atomic } from '../../../../core/connectorSource.ts'
import { readCapabilities } from './readCapabilities.ts'

/**
 * What a wallet told about several calls at once, for an address on a network. What it told for the
 * narrower scope counts: for both, for the address, for the network, for all. EIP-5792
 */
export function toldAtomicOf(
  properties: string | undefined,
  account: { networkId: NetworkId; address: string },
): Atomic | undefined {
  const address = account.address.toLowerCase()
  const fitting = readCapabilities(properties).filter(
    (told) =>
      (told.networkId ?? account.networkId) === account.networkId &&
      (told.address ?? address) === address,
  )
  const width = (told: (typeof fitting)[number]) =>
    Number(told.address === undefined) * 2 + Number(told.networkId === undefined)
  return [...fitting].sort((one, other) => width(one) - width(other))[0]?.atomic
}
