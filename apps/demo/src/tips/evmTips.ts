import { encodeFunctionData, erc20Abi, formatEther, formatUnits, isAddress, isHash } from 'viem'
import type { Address, Chain } from 'viem'
import { getAccount, getTransactionFee } from 'latchkey'
import { waitForTransactionReceipt } from 'viem/actions'
import { chainClient } from '../chainClient.ts'
import { canSponsor, paymasterUrl, sendSponsored } from './sponsoring.ts'
import type { Call } from './sponsoring.ts'
import type { TipToken, Tips } from './tips.ts'

/**
 * Tips in ether and in ERC-20 tokens. If the visitor's wallet accepts it, the bakery pays the fee.
 * @param api the base URL of the API, whose paymaster pays
 */
export function evmTips(chain: Chain, api: string | undefined): Tips {
  const { symbol, decimals } = chain.nativeCurrency
  const networkId = `eip155:${chain.id}`
  return {
    networkId,
    coin: { id: networkId, symbol, decimals },
    hasTokens: true,
    bakers: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    isAddress: (text) => isAddress(text),
    isSponsored: async (kit, account) =>
      api !== undefined && isAddress(account) && canSponsor(kit, chain, account),
    async send(kit, { token, to, amount }, { signal, note }) {
      if (!isAddress(to)) throw new RangeError('Enter an address.')
      const account = getAccount(kit)
      const from = 'account' in account ? account.account.address : ''
      if (api !== undefined && isAddress(from) && (await canSponsor(kit, chain, from))) {
        const url = paymasterUrl(api, chain)
        const calls = [callOf(token, to, amount)]
        const { hash, block, isDone } = await sendSponsored(
          kit,
          { chain, account: from, calls, url },
          { signal, note },
        )
        const fee = await getTransactionFee(kit, { networkId, hash, signal })
        return { hash, place: `block ${block}`, isDone, fee: fee?.quantity ?? '0', symbol }
      }
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

function callOf({ address }: TipToken, to: Address, amount: bigint): Call {
  if (!address || !isAddress(address)) return { to, value: amount }
  return {
    to: address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  }
}
