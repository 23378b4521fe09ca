import {
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  parseAbi,
  publicActions,
  walletActions,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Deployment } from '@latchkey/devnet/deployment'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'

const mintAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function deposit() payable',
])

/**
 * An account on a development chain that swaps. Amounts are in the smallest units. Tokens are named
 * by symbol; ETH is the native coin.
 */
export type Swapper = ReturnType<typeof swapperOn>

/** Makes a new account, with functions to send, give and approve tokens. */
export function swapperOn({ url, deployment }: { url: string; deployment: Deployment }) {
  const account = privateKeyToAccount(generatePrivateKey())
  const client = createTestClient({ account, mode: 'anvil', transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
  const token = (symbol: string) => {
    const found =
      symbol === 'ETH'
        ? { address: nativeTokenAddress as Hex, decimals: 18, symbol }
        : deployment.tokens.find((token) => token.symbol === symbol)
    if (!found) throw new Error(`The devnet has no ${symbol}`)
    return found
  }
  const swapper = {
    account,
    address: account.address,
    client,
    token,
    /** Sends a transaction that has to succeed. Returns its receipt. */
    async send(to: Hex, data: Hex, { value = 0n, gas }: { value?: bigint; gas?: bigint } = {}) {
      if ((await client.getBalance(account)) < value + 10n ** 18n)
        await client.setBalance({ address: account.address, value: value + 10n ** 20n })
      const hash = await client.sendTransaction({
        to,
        data,
        value,
        chain: null,
        ...(gas !== undefined && { gas }),
      })
      // an idle chain mines no block by itself, so the receipt would not arrive
      await client.mine({ blocks: 1 })
      return client.getTransactionReceipt({ hash })
    },
    /** Gives an amount of a token to the account. */
    async give(symbol: string, amount: bigint) {
      if (symbol === 'ETH')
        return client.setBalance({
          address: account.address,
          value: (await client.getBalance(account)) + amount,
        })
      if (symbol === 'WETH')
        return void (await swapper.send(
          token(symbol).address,
          encodeFunctionData({ abi: mintAbi, functionName: 'deposit' }),
          { value: amount },
        ))
      return void (await swapper.send(
        token(symbol).address,
        encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [account.address, amount] }),
      ))
    },
    /** Allows the router to spend a token, by default without limit. */
    approve: (symbol: string, amount = maxUint256, spender = deployment.swap?.router ?? '0x') =>
      swapper.send(
        token(symbol).address,
        encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
      ),
    balance: (symbol: string): Promise<bigint> =>
      symbol === 'ETH'
        ? client.getBalance(account)
        : client.readContract({
            address: token(symbol).address,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [account.address],
          }),
  }
  return swapper
}
