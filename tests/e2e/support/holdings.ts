/** Holdings of accounts, read from the chains themselves. */
import { createClient, erc20Abi, formatUnits, http } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'

type Address = `0x${string}`

/**
 * A token as the Account screen must show it. `shown`: the quantity cut to three decimals, with its
 * symbol.
 */
export type Holding = { name: string; shown: string }

/** A client of a chain's own node. `networkId` is a CAIP-2 id of the devnet. */
export function chainOf({ chains }: Addresses, networkId: string) {
  return createClient({ transport: http(chains[networkId]), pollingInterval: 100 })
}

/**
 * Every non-zero token of an account, the native one included, by `eth_getBalance` and ERC-20
 * `balanceOf`.
 */
export async function holdingsOf(
  devnet: Addresses,
  networkId: string,
  address: Address,
): Promise<Holding[]> {
  const client = chainOf(devnet, networkId)
  const { nativeCurrency, tokens } = readDeployment(Number(networkId.split(':')[1]))
  const native = { ...nativeCurrency, amount: await getBalance(client, { address }) }
  const otherTokens = await Promise.all(
    tokens.map(async (token) => ({
      ...token,
      amount: await readContract(client, {
        address: token.address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    })),
  )
  return [native, ...otherTokens]
    .filter(({ amount }) => amount > 0n)
    .map(({ name, symbol, decimals, amount }) => ({
      name,
      shown: `${cut(formatUnits(amount, decimals))} ${symbol}`,
    }))
}

/**
 * Cuts a quantity to three decimals, with commas in the whole part. Smaller amounts get a text
 * instead.
 */
function cut(quantity: string): string {
  const [whole = '0', fraction = ''] = quantity.split('.')
  const shownDigits = fraction.slice(0, 3).padEnd(3, '0')
  if (whole === '0' && shownDigits === '000') return '<0.001'
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${shownDigits}`
}
