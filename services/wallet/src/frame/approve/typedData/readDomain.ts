import { isRecord } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'
import type { Network } from '../../wallet/network.ts'
import type { Member, Types } from './readTypes.ts'
import { readValue } from './readValue.ts'

/** The contract or application for which a signature is valid. EIP-712 */
export type Domain = {
  name?: string
  version?: string
  chainId?: bigint
  verifyingContract?: string
  salt?: string
}

/** The members that a domain may have, in the standard's order. */
const members: readonly Member[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * Reads a domain and the type with which it is signed. A type from the site has to name
 * exactly the members of the domain: another member would be shown without being signed.
 * @throws Fault -32602
 */
export function readDomain(
  value: unknown,
  types: Types,
): { domain: Domain; type: readonly Member[] } {
  if (!isRecord(value)) throw fault('invalidParams')
  const names = Object.keys(value).filter((name) => value[name] !== undefined)
  const standard = members.filter(({ name }) => names.includes(name))
  if (standard.length !== names.length) throw fault('invalidParams')
  const type = Object.hasOwn(types, 'EIP712Domain') ? (types['EIP712Domain'] ?? []) : standard
  // The members must have the standard's order: some libraries ignore this type and sign the domain
  // in the standard's order.
  const isSame =
    type.length === standard.length &&
    type.every(
      ({ name, type: of }, index) => name === standard[index]?.name && of === standard[index].type,
    )
  if (!isSame) throw fault('invalidParams')
  const domain: Domain = Object.fromEntries(
    standard.map(({ name, type: of }) => [name, readValue(of, value[name])]),
  ) // each member is read by its own type
  return { domain, type }
}

/**
 * The network with which data is described. For another network than the wallet's, contracts are
 * not read, because other contracts may have the same addresses on the wallet's network. The other
 * network's currency is shown in wei.
 */
export function networkOfData(
  { chainId }: Pick<Domain, 'chainId'>,
  network: Network,
): { isOther: boolean; network: Network } {
  const isOther = chainId !== undefined && String(chainId) !== network.reference
  return {
    isOther,
    network: isOther ? { ...network, currency: { symbol: 'wei', decimals: 0 } } : network,
  }
}
