import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { isRecord } from '@latchkey/protocol/isObject'
import { readUrl } from '@latchkey/protocol/readUrl'
import { loadCode } from '../../../core/page/loadCode.ts'
import type { IdentitySource } from '../../../core/contracts/identitySource.ts'
import { optionInvalid } from '../../../core/options/optionInvalid.ts'

/** The options of `ens`. */
export type EnsOptions = {
  /**
   * RPC URLs of Ethereum.
   * @default the RPC URLs of the site's network `eip155:1`: those in `customRpcUrls`, else those in
   *   `networks`
   */
  rpcUrls?: readonly string[]
  /**
   * URL of a server for the pictures of names, with `{name}` in it:
   * `https://metadata.ens.domains/mainnet/avatar/{name}`.
   * @default none: only a picture that the name's record contains as a data URI is shown
   */
  pictures?: string
  /**
   * Whether to request the servers that a name refers to (CCIP-Read, EIP-3668). The owner of the
   * name has chosen these servers.
   * @default false
   */
  offchain?: boolean
  /**
   * The network whose ENS is used, CAIP-2. It must be one of the site's networks, unless `rpcUrls`
   * are given.
   * @default 'eip155:1'
   */
  networkId?: string
  /**
   * Address of the universal resolver on that network.
   * @default the resolver of Ethereum, or the one that the site's network has as a viem chain
   */
  resolver?: string
}

/**
 * Reads names and pictures of accounts in ENS, from a node of Ethereum. Pass the result as the
 * option `identity` of `createKit`. A name is used only if it resolves to the account. The code is
 * loaded when the first account is connected, and needs the package `viem`.
 * @throws KitError optionInvalid for an unknown or invalid option
 * @example createKit({ identity: ens(), … })
 */
export function ens(options: EnsOptions = {}): IdentitySource {
  checkEns(options)
  const load = () => loadCode(import('./read/createEns.lazy.ts'))
  return {
    ...(options.pictures !== undefined && { pictures: options.pictures }),
    identify: async (kit, parameters) =>
      isEvmAddress(parameters.address)
        ? (await load()).createEns(kit, options, parameters.signal).identify(parameters.address)
        : {},
    lookUp: async (kit, { name, networkId, signal }) =>
      (await load()).createEns(kit, options, signal).lookUp(name, networkId),
  }
}

const isUrl = (value: unknown) =>
  typeof value === 'string' && /^https?:$/.test(readUrl(value)?.protocol ?? '')

const rules: {
  readonly [name in keyof EnsOptions]-?: readonly [
    isValid: (value: unknown) => boolean,
    advice: string,
  ]
} = {
  rpcUrls: [
    (value) => Array.isArray(value) && value.length > 0 && value.every(isUrl),
    'Pass a list of https URLs.',
  ],
  pictures: [
    (value) => isUrl(value) && String(value).includes('{name}'),
    'Pass an https URL with {name} in it.',
  ],
  offchain: [(value) => typeof value === 'boolean', 'Pass true or false.'],
  networkId: [
    (value) => typeof value === 'string' && /^eip155:[1-9]\d*$/.test(value),
    'Pass a CAIP-2 id: "eip155:1".',
  ],
  resolver: [isEvmAddress, 'Pass the address of a universal resolver.'],
}

function checkEns(options: unknown): void {
  if (!isRecord(options))
    throw optionInvalid(
      'ens',
      'is not an object',
      `Pass { ${Object.keys(rules).join(', ')} }, or nothing.`,
    )
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(rules, name))
      throw optionInvalid(
        `ens.${name}`,
        'is unknown',
        `Pass one of: ${Object.keys(rules).join(', ')}.`,
      )
    const [isValid, advice] = rules[name as keyof EnsOptions] // the name was checked above
    if (value !== undefined && !isValid(value))
      throw optionInvalid(`ens.${name}`, 'is not valid', advice)
  }
}
