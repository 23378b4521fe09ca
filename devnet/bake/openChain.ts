import {
  createTestClient,
  defineChain,
  encodeDeployData,
  getAddress,
  http,
  publicActions,
  walletActions,
  type Address,
  type Chain,
  type Hex,
  type HttpTransport,
  type PublicActions,
  type TestClient,
  type TransactionReceipt,
  type WalletActions,
} from 'viem'
import { startAnvil } from '../src/startAnvil.ts'
import { freePorts } from '../src/ports.ts'
import type { Artifact } from './compile.ts'
import { signerOf, type Person } from './people.ts'
import { createRandom } from './random.ts'

/** A chain during the bake. Each block has one transaction and a chosen time. */
export type OpenChain = {
  chainId: number
  client: TestClient<'anvil', HttpTransport, Chain> &
    PublicActions<HttpTransport, Chain> &
    WalletActions<Chain>
  /** Mines a block with one transaction. @throws when its result is not the expected one */
  send(from: Person, transaction: Transaction): Promise<TransactionReceipt>
  /** Deploys a contract. @returns its address */
  deploy(
    artifact: Artifact,
    args?: readonly unknown[],
    options?: { from?: Person; after?: number },
  ): Promise<Address>
  /** The time of the newest block, in seconds since 1970. */
  time(): number
  close(): Promise<void>
}

/** Seconds between two blocks when no time is given. */
const blockTime = 12

export type Transaction = {
  to?: Address
  data?: Hex
  /** In wei. */
  value?: bigint
  /** The gas limit. @default 300,000 */
  gas?: bigint
  /** The earliest time of the transaction's block, in seconds since 1970. */
  at?: number
  /** The minimum number of seconds after the previous block. @default 12 */
  after?: number
  /** Whether the transaction is expected to fail. */
  fails?: boolean
}

/** Starts an empty chain whose first block has the time `genesis`, in seconds since 1970. */
export async function openChain(chainId: number, genesis: number): Promise<OpenChain> {
  const [port = 0] = await freePorts(1)
  const anvil = await startAnvil({
    port,
    args: ['--chain-id', String(chainId), '--timestamp', String(genesis), '--no-mining'],
  })
  const chain = defineChain({
    id: chainId,
    name: 'baking',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
  })
  const client = createTestClient({ chain, mode: 'anvil', transport: http() })
    .extend(publicActions)
    .extend(walletActions)
  const random = createRandom(chainId)
  let time = genesis

  async function send(from: Person, transaction: Transaction): Promise<TransactionReceipt> {
    const { at = 0, after = blockTime, fails = false, ...rest } = transaction
    time = Math.max(time + after, Math.round(at))
    await client.setNextBlockTimestamp({ timestamp: BigInt(time) })
    const baseFee = BigInt(Math.round(random.between(0.3e9, 2.4e9)))
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFee })
    const fees = {
      maxFeePerGas: baseFee * 2n,
      maxPriorityFeePerGas: BigInt(Math.round(random.between(1e7, 1e8))),
    }
    const hash = await client.sendTransaction({
      account: signerOf(from),
      gas: 300_000n,
      ...fees,
      ...rest,
    })
    await client.mine({ blocks: 1 })
    const receipt = await client.getTransactionReceipt({ hash })
    if ((receipt.status === 'reverted') !== fails)
      throw new Error(
        `A transaction of the ${from} was ${receipt.status}: ${JSON.stringify(rest, bigintAsText)}`,
      )
    return receipt
  }

  async function deploy(
    artifact: Artifact,
    args: readonly unknown[] = [],
    { from = 'deployer', after }: { from?: Person; after?: number } = {},
  ): Promise<Address> {
    const receipt = await send(from, {
      data: encodeDeployData({ ...artifact, args }),
      gas: 8_000_000n,
      ...(after !== undefined && { after }),
    })
    if (!receipt.contractAddress) throw new Error('A deployment made no contract.')
    return getAddress(receipt.contractAddress)
  }

  return { chainId, client, send, deploy, time: () => time, close: anvil.close }
}

function bigintAsText(_key: string, value: unknown) {
  return typeof value === 'bigint' ? value.toString() : value
}
