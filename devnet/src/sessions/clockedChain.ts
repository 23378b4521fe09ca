/** A development chain whose clock is set block by block, for tests. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createTestClient,
  http,
  numberToHex,
  publicActions,
  walletActions,
  type Address,
  type Hex,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'

/** A transaction of an account on the chain, or a call of it. No signature is needed. */
export type Sent = { from: Address; to: Address; data: Hex; value?: bigint }

/** @param url the URL of the chain's node, which has to be anvil */
export function createClockedChain(url: string, chainId: number) {
  const client = createTestClient({
    mode: 'anvil',
    chain: { ...foundry, id: chainId },
    transport: http(url),
  })
    .extend(publicActions)
    .extend(walletActions)
  const ask = (method: string, params: unknown[]) =>
    client.request<{ Method: string; Parameters: unknown[]; ReturnType: Hex }>({ method, params })

  /** Lets every account send transactions, and gives some of them Ether. */
  const prepare = async (addresses: readonly Address[], value: bigint): Promise<void> => {
    await client.setAutomine(true)
    await ask('anvil_autoImpersonateAccount', [true])
    for (const address of addresses) await client.setBalance({ address, value })
    // takes the chain from the time of its stored state to the present
    await client.mine({ blocks: 1 })
  }

  /** The second of the newest block. */
  const now = async () => Number((await client.getBlock()).timestamp)

  /**
   * Whether a transaction has succeeded. Each is in a block at once, so that waiting for the next
   * block would be too late.
   */
  const isSuccess = async (hash: Hex): Promise<boolean> => {
    for (let tries = 0; tries < 2_000; tries++) {
      const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
      if (receipt) return receipt.status === 'success'
      await sleep(5)
    }
    throw new Error('A transaction is in no block.')
  }

  /** Sends a transaction in a block of a second, which has to be later than the newest block. */
  const send = async ({ from, to, data, value = 0n }: Sent, time?: number): Promise<boolean> => {
    await client.setNextBlockTimestamp({ timestamp: BigInt(time ?? (await now()) + 1) })
    // without fees, so that an account has less only if a session has taken it
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 0n })
    const fees = { gas: '0x2dc6c0', gasPrice: '0x0' } as const
    const transaction = { from, to, data, value: numberToHex(value), ...fees }
    return isSuccess(await ask('eth_sendTransaction', [transaction]))
  }

  /** What a call would return in a block of a second. Undefined if it reverts. */
  const call = async (
    { from, to, data, value = 0n }: Sent,
    time: number,
  ): Promise<Hex | undefined> => {
    const transaction = { from, to, data, value: numberToHex(value) }
    try {
      return await ask('eth_call', [transaction, 'latest', {}, { time: numberToHex(time) }])
    } catch {
      return undefined
    }
  }

  /** Gives an account code, or takes it away. EIP-7702 */
  const setCode = async (account: PrivateKeyAccount, contractAddress: Address): Promise<void> => {
    const nonce = (await client.getTransactionCount(account)) + 1
    const authorization = await account.signAuthorization({ contractAddress, chainId, nonce })
    const transaction = { account, to: account.address, gas: 200_000n }
    await isSuccess(
      await client.sendTransaction({ ...transaction, authorizationList: [authorization] }),
    )
  }

  return { prepare, now, send, call, isSuccess, setCode }
}
