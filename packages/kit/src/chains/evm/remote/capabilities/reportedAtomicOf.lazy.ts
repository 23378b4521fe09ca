import type { NetworkId } from '@latchkey/protocol/caip'
import type { AtomicSupport } from '../../../../core/contracts/connectorSource.ts'
import { readCapabilities } from './readCapabilities.ts'

/**
 * What a wallet reported about several calls at once, for an address on a network. The report with
 * the narrowest scope is used, in this order: for the address on the network, for the address, for
 * the network, for all accounts. EIP-5792
 */
export function reportedAtomicOf(
  properties: string | undefined,
  account: { networkId: NetworkId; address: string },
): AtomicSupport | undefined {
  const address = account.address.toLowerCase()
  const matching = readCapabilities(properties).filter(
    (capability) =>
      (capability.networkId ?? account.networkId) === account.networkId &&
      (capability.address ?? address) === address,
  )
  const scopeSize = (capability: (typeof matching)[number]) =>
    Number(capability.address === undefined) * 2 + Number(capability.networkId === undefined)
  return [...matching].sort(
    (capability, otherCapability) => scopeSize(capability) - scopeSize(otherCapability),
  )[0]?.atomic
}
