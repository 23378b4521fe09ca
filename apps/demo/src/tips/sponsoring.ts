import type { Kit } from 'latchkey'
import { createWalletClient, custom, isHash, numberToHex } from 'viem'
import type { Address, Chain, EIP1193Provider, Hash, Hex } from 'viem'
import { getCapabilities, waitForCallsStatus } from 'viem/actions'
import type { TaskControls } from '../useTask.ts'

/** Milliseconds until the page stops waiting for the end of a sponsored tip. */
const longest = 180_000

/** A client for the connected wallet. The kit's provider follows the wallet that is in use. */
const walletOf = (kit: Kit, chain: Chain, account: Address) =>
  createWalletClient({
    account,
    chain,
    // the provider of eip155 is an EIP-1193 provider
    transport: custom(kit.getProvider({ namespace: 'eip155' }) as EIP1193Provider),
  })

/**
 * Whether the page can pay the fee of an account's calls: its wallet says so in its capabilities.
 * EIP-5792, ERC-7677
 */
export async function canSponsor(kit: Kit, chain: Chain, account: Address): Promise<boolean> {
  const capabilities = await getCapabilities(walletOf(kit, chain, account), {
    account,
    chainId: chain.id,
  }).catch(() => undefined) // most wallets don't know the method
  return capabilities?.paymasterService?.supported === true
}

/** The bakery's paymaster for a network. ERC-7677 */
export const paymasterUrl = (api: string, chain: Chain): string =>
  `${api}/v1/paymaster?projectId=bakery&chainId=eip155:${chain.id}`

/** One call. `value` is in wei. */
export type Call = { to: Address; value?: bigint; data?: Hex }

/**
 * Sends calls whose fee the paymaster pays, and waits until they are in a block.
 * @returns the hash of the transaction, its block, and whether the calls succeeded
 * @throws KitError, and errors of viem
 */
export async function sendSponsored(
  kit: Kit,
  { chain, account, calls, url }: { chain: Chain; account: Address; calls: Call[]; url: string },
  { signal, note }: TaskControls,
): Promise<{ hash: Hash; block: bigint; isDone: boolean }> {
  const answer = await kit.request({
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        from: account,
        chainId: numberToHex(chain.id),
        atomicRequired: false,
        calls: calls.map(({ value = 0n, ...call }) => ({ ...call, value: numberToHex(value) })),
        capabilities: { paymasterService: { url, optional: true } },
      },
    ],
    namespace: 'eip155',
    signal,
  })
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer
  if (typeof id !== 'string')
    throw new Error('The wallet answered with something that is no batch.')
  note('Sent. Waiting for a block.')
  const { status, receipts = [] } = await waitForCallsStatus(walletOf(kit, chain, account), {
    id,
    timeout: longest,
  })
  const receipt = receipts.at(-1)
  if (!receipt || !isHash(receipt.transactionHash)) throw new Error('Nothing was sent.')
  return { hash: receipt.transactionHash, block: receipt.blockNumber, isDone: status === 'success' }
}
