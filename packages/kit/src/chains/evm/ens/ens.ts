import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { isRecord } from '@latchkey/protocol/isObject'
import { readUrl } from '@latchkey/protocol/readUrl'
import { loadCode } from '../../../core/loadCode.ts'
import type { IdentitySource } from '../../../core/identitySource.ts'
import { optionInvalid } from '../../../core/optionInvalid.ts'

/** What a site may say of ENS. */
export type EnsOptions = {
  /**
   * RPC URLs of Ethereum. @default those of the site's network `eip155:1`, by `customRpcUrls` or
   * its own
   */
  rpcUrls?: readonly string[]
  /**
   * A server that shows the picture of a name, with `{name}` in its URL:
   * `https://metadata.ens.domains/mainnet/avatar/{name}`. @default none: only pictures that are in
   * the record itself
   */
  pictures?: string
  /**
   * Whether servers are asked to which a name leads (CCIP-read, EIP-3668): the owner of the name
   * has chosen them. @default false
   */
  offchain?: boolean
  /**
   * Another network that has ENS, CAIP-2; it is one of the site's, or `rpcUrls` are given. @default
   * 'eip155:1'
   */
  networkId?: string
  /**
   * The universal resolver of that network. @default that of Ethereum, or of the viem chain among
   * the site's networks
   */
  resolver?: string
}

/**
 * Names and pictures of accounts by ENS, from a node of Ethereum: for the option `identity` of
 * `createKit`. A name counts only if it leads back to the account. Its code is loaded when the
 * first account is connected, and needs the package `viem`.
 * @throws KitError optionInvalid for an unknown option, or one that is wrong
 * @example createKit({ identity: ens(), … })
 */
export function ens(options: EnsOptions = {}): IdentitySource {
  checkEns(options)
  const load = () => loadCode(import('./read/createEns.ts'))
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
    isRight: (value: unknown) => boolean,
    mend: string,
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
    const [isRight, mend] = rules[name as keyof EnsOptions] // just seen
    if (value !== undefined && !isRight(value))
      throw optionInvalid(`ens.${name}`, 'is not valid', mend)
  }
}
