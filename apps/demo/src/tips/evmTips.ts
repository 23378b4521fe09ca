import { encodeFunctionData, erc20Abi, formatEther, formatUnits, isAddress, isHash } from 'viem'
import type { Address, Chain } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { chainClient } from '../chainClient.ts'
import type { TipToken, Tips } from './tips.ts'

/** Tips in ether and in ERC-20 tokens. */
export function evmTips(chain: Chain): Tips {
  const { symbol, decimals } = chain.nativeCurrency
  const networkId = `eip155:${chain.id}`
  return {
    networkId,
    coin: { id: networkId, symbol, decimals },
    hasTokens: true,
    bakers: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    isAddress: (text) => isAddress(text),
    async send(kit, { token, to, amount }, { signal, note }) {
      if (!isAddress(to)) throw new RangeError('Enter an address.')
      const transfers = [
        { direction: 'out', symbol: token.symbol, quantity: formatUnits(amount, token.decimals) },
      ] as const
      const hash = await kit.sendTransaction({
        ...callOf(token, to, amount),
        description: { operationType: 'send', sentTo: to, transfers },
        signal,
      })
      if (!isHash(hash))
        throw new Error('The wallet answered with something that is no transaction.')
      note('Sent. Waiting for a block.')
      const receipt = await waitForTransactionReceipt(chainClient(chain), {
        hash,
        timeout: 120_000,
      })
      const fee = formatEther(receipt.gasUsed * receipt.effectiveGasPrice)
      return {
        hash,
        place: `block ${receipt.blockNumber}`,
        isDone: receipt.status === 'success',
        fee,
        symbol,
      }
    },
  }
}

function callOf({ address }: TipToken, to: Address, amount: bigint) {
  if (!address) return { to, value: amount }
  return {
    to: address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  }
}
