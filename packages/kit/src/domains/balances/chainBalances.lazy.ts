import type { parseAccountId } from '@latchkey/protocol/caip'
import type { Balance } from '../../core/contracts/balance.ts'
import { kitError } from '../../core/errors/errors.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { Kit } from '../../core/kit/kit.ts'
import { addressesOf } from '../../core/accounts/addressesOf.ts'
import { orUndefined } from '../../core/errors/orUndefined.ts'
import { contextOf } from '../../core/kit/context.ts'

export type ParsedAccount = ReturnType<typeof parseAccountId>

/** `isPartial`: a token of the site could not be read, so its balance is missing. */
type ChainBalances = { balances: readonly Balance[]; isPartial: boolean }

/**
 * Reads the account's balances of the native token and of the site's `tokens` from the network's
 * node, without prices, including zeros. If a token can't be read (no contract, or it reverts), the
 * other balances are still returned. The native balance is that of all parts of the account
 * (`addressesOf`).
 * @throws KitError networkNotFound, requestAborted; the node's error for the native token
 */
export async function chainBalances(
  kit: Kit,
  { address, networkId, namespace }: ParsedAccount,
  signal?: AbortSignal,
): Promise<ChainBalances> {
  const { getBalances } = await facetOf(kit, networkId, 'assets')
  const network = contextOf(kit).networks.find(
    (network) => network.networkId === networkId,
  )?.network
  if (!network) throw kitError('networkNotFound')
  const tokens = contextOf(kit).options.tokens?.[networkId] ?? []
  const read = (addresses: readonly string[]) =>
    getBalances({ address, networkId, tokens: addresses, signal })
  const readEach = async (): Promise<readonly (bigint | undefined)[]> => {
    const [native] = await read([])
    const each = await Promise.all(tokens.map((token) => orUndefined(read([token.address]))))
    if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
    return [native, ...each.map((answer) => answer?.[1])]
  }
  const [native = 0n, ...amounts] = await read(tokens.map((token) => token.address)).catch(
    (error: unknown) => {
      if (tokens.length === 0 || signal?.aborted) throw error
      return readEach()
    },
  )
  const [, ...otherParts] = addressesOf(kit, namespace, address)
  const others = await Promise.all(
    otherParts.map((part) => getBalances({ address: part, networkId, tokens: [], signal })),
  )
  const total = others.reduce((sum, [amount = 0n]) => sum + amount, native)
  const { name, symbol, decimals } = network.nativeCurrency
  const rows = tokens.flatMap((token, index) => {
    const amount = amounts[index]
    return amount === undefined
      ? []
      : [
          {
            ...token,
            id: `${networkId}:${token.address}`,
            quantity: formatUnits(amount, token.decimals),
          },
        ]
  })
  return {
    balances: [
      { id: networkId, name, symbol, decimals, quantity: formatUnits(total, decimals) },
      ...rows,
    ],
    isPartial: rows.length < tokens.length,
  }
}
