/**
 * An account of the wallet on a real chain: its keys, its store, and a server that forwards to the
 * chain, to a bundler and to a paymaster of this process.
 */
import { toBase64url } from '@latchkey/protocol/base64'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { sponsorshipData, sponsorshipTypedData } from '@latchkey/protocol/smartAccounts/sponsorship'
import { packUserOperation } from '@latchkey/protocol/smartAccounts/userOperation'
import { getShare, type WalletCall } from '@latchkey/protocol/walletServer'
import { createTestClient, http, publicActions, walletActions, type Hex } from 'viem'
import {
  entryPoint07Abi,
  formatUserOperation,
  toPackedUserOperation,
} from 'viem/account-abstraction'
import type { RpcUserOperation } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { executor, sponsor } from '../../../../../../devnet/src/accounts.ts'
import type { Devnet } from '../../../../../../devnet/src/startDevnet.ts'
import { estimate } from '../../approve/transaction/estimate.ts'
import type { Approved, Estimate } from '../../approve/transaction/estimate.ts'
import { estimateSmart } from '../../approve/transaction/estimateSmart.ts'
import type { TransactionsToApprove } from '../../approve/transaction/useEstimate.ts'
import { fault } from '../../bridge/Fault.ts'
import { signingMethodOf } from '../../rpc/signingMethods.ts'
import { createTestStore } from '../../testing/createTestStore.ts'
import { withKeys } from '../../vault/deriveKeys.ts'
import { storeShare, takeAccount } from '../../vault/deviceShare.ts'
import { splitEntropy } from '../../vault/splitEntropy.ts'
import { findNetwork } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { createFrameLanguage } from '../../words/createFrameLanguage.ts'

type Chain = Devnet['chains'][number]
type Call = { method: string; params: readonly unknown[] }

/** The URL of the test's paymaster, and its origin, which the operator allows. */
export const paymasterOrigin = 'https://paymaster.example'
export const paymasterUrl = `${paymasterOrigin}/v1/paymaster`

/** The client of a chain, with anvil's own methods. */
export const clientOf = ({ url, chainId }: Pick<Chain, 'url' | 'chainId'>) =>
  createTestClient({
    mode: 'anvil',
    chain: { ...foundry, id: chainId },
    transport: http(url),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)

/** Creates an account with these chains. Several stores of one account are not needed. */
export async function startTestAccount(chains: readonly Chain[]) {
  const [first] = chains
  if (!first) throw new Error('no chain runs')
  const { store, device, address, serverShare } = await makeAccount()
  const bundler = createTestBundler(first)
  const state = {
    /** All calls of the frame. */
    calls: [] as (Call & { path: string })[],
    /** Replaces an answer; undefined: the usual answer. */
    answer: (() => undefined) as (call: Call & { path: string }) => unknown, // widened
    /** The approvals that were shown, with what they said. */
    shown: [] as { params: TransactionsToApprove; estimate: Estimate }[],
    /** What the visitor does. */
    decide: (shown: Estimate): boolean => !shown.refusal?.isFinal,
  }
  async function call({ path }: WalletCall, params: Call, options: { query?: string } = {}) {
    if (path === getShare.path) return { serverShare }
    const chain = chains.find(({ networkId }) =>
      options.query?.startsWith(`?chainId=${encodeURIComponent(networkId)}`),
    )
    if (!chain) throw fault('httpFailed')
    state.calls.push({ path, ...params })
    const replaced = state.answer({ path, ...params })
    if (replaced !== undefined) return replaced
    if (path === '/v1/bundler') return bundler.answer(params)
    if (path === '/v1/paymaster') return answerPaymaster(chain, params)
    const response = await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...params }),
    })
    return response.json()
  }
  const settings = settingsOf(chains)
  const wallet = {
    store,
    device,
    settings,
    site: { origin: 'https://shop.example' },
    language: createFrameLanguage([]),
    server: { call },
    session: { forget() {}, read: async () => undefined },
    notify() {},
    stage: stageOf(state, { server: { call } as never }), // as above
  } as unknown as Wallet // only the parts that approvals use
  let requests = 0
  const networkOf = (chain: Chain = first) => {
    const network = findNetwork(settings as never, chain.networkId)
    if (!network) throw new Error('no network')
    return network
  }
  /** A request of the site. */
  async function ask(
    method: string,
    params: unknown,
    { chain, id }: { chain?: Chain; id?: string } = {},
  ) {
    const answer = signingMethodOf(method)
    if (!answer) throw new Error(`no ${method}`)
    requests += 1
    const request = { id: id ?? String(requests), signal: new AbortController().signal, wait() {} }
    return answer({ wallet, network: networkOf(chain), params, request } as never) // all that is read
  }
  return { wallet, state, store, address, ask, networkOf, client: clientOf(first), bundler }
}

type State = {
  shown: { params: TransactionsToApprove; estimate: Estimate }[]
  decide: (shown: Estimate) => boolean
}

/** A stage whose screens are estimated, and decided at once. */
const stageOf = (state: State, wallet: Pick<Wallet, 'server'>) => ({
  async ask({ params }: { params: TransactionsToApprove }): Promise<Approved> {
    const { network, smart, ...parts } = params
    const { signal } = new AbortController()
    const found = smart
      ? await estimateSmart(wallet, network, { ...parts, smart, signal })
      : await estimate(wallet, network, { ...parts, signal })
    state.shown.push({ params, estimate: found })
    if (!state.decide(found)) throw fault('userRejected')
    return { costs: found.costs, ...(found.operation && { operation: found.operation }) }
  },
})

/** Makes an account whose keys the store has, and which the site may know. */
async function makeAccount() {
  const store = createTestStore()
  const device = {
    wrappingKey: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]),
  }
  const entropy = crypto.getRandomValues(new Uint8Array(16))
  const addresses = await withKeys(entropy, async (keys) => keys.addresses)
  const shares = await splitEntropy(entropy)
  const setId = crypto.randomUUID()
  await storeShare(store, device as never, { setId, addresses, share: shares.device }) // only its key
  await takeAccount(store, addresses.eip155)
  await store.set('consent:https://shop.example', 'user')
  const address = addresses.eip155 as Hex // the schema of addresses checks it
  return { store, device, address, serverShare: toBase64url(shares.server) }
}

/** The wallet's settings. The first chain has a bundler. */
const settingsOf = (chains: readonly Chain[]) => ({
  projectId: null,
  origins: ['*'],
  own: [],
  operator: 'x',
  recovery: ['password'],
  paymasters: [paymasterOrigin],
  networks: chains.map(({ networkId }) => ({
    networkId,
    name: networkId,
    currency: { symbol: 'ETH', decimals: 18 },
    hasBundler: chains[0]?.networkId === networkId,
  })),
})

const stub = sponsorshipData({ validAfter: 0, validUntil: 1 }, `0x${'11'.repeat(64)}1b`)

/** A paymaster that pays for everything. */
async function answerPaymaster({ chainId, deployment }: Chain, { method, params }: Call) {
  const { paymaster } = deployment.smartAccounts
  if (method === 'pm_getPaymasterStubData')
    return {
      result: {
        sponsor: { name: 'Shop\u202e' },
        paymaster,
        paymasterData: stub,
        paymasterVerificationGasLimit: '0x186a0',
        paymasterPostOpGasLimit: '0x0',
      },
    }
  const [operation] = params as [RpcUserOperation<'0.7'>] // as the frame sends it
  const read = formatUserOperation({ ...operation, signature: '0x' }) as Required<
    ReturnType<typeof formatUserOperation>
  > // a sponsored operation has these fields
  const packed = packUserOperation({
    ...read,
    signature: '0x',
    sponsor: {
      paymaster,
      paymasterVerificationGasLimit: read.paymasterVerificationGasLimit,
      paymasterPostOpGasLimit: read.paymasterPostOpGasLimit,
      paymasterData: stub,
    },
  })
  const times = { validAfter: 0, validUntil: 2 ** 40 }
  const signature = await privateKeyToAccount(sponsor.privateKey).signTypedData(
    sponsorshipTypedData(packed, times, chainId),
  )
  return { result: { paymaster, paymasterData: sponsorshipData(times, signature) } }
}

/** An operation as the frame sends it. */
type SentOperation = Omit<RpcUserOperation<'0.7'>, 'eip7702Auth'> & {
  eip7702Auth?: Record<'address' | 'chainId' | 'nonce' | 'r' | 's' | 'yParity', Hex>
}

/** A bundler that sends each operation at once. */
function createTestBundler(chain: Chain) {
  const client = clientOf(chain)
  const sent = new Map<string, Hex>()
  const send = async ({ eip7702Auth: auth, ...rest }: SentOperation) => {
    const read = formatUserOperation(rest)
    const hash = await client.readContract({
      address: entryPoint,
      abi: entryPoint07Abi,
      functionName: 'getUserOpHash',
      args: [toPackedUserOperation(read as never)], // of the same version
    })
    if (sent.has(hash)) return hash
    const transaction = await client.writeContract({
      account: privateKeyToAccount(executor.privateKey),
      address: entryPoint,
      abi: entryPoint07Abi,
      functionName: 'handleOps',
      args: [[toPackedUserOperation(read as never)], executor.address],
      gas: 3_000_000n,
      ...(auth && {
        authorizationList: [
          {
            address: auth.address,
            chainId: Number(auth.chainId),
            nonce: Number(auth.nonce),
            r: auth.r,
            s: auth.s,
            yParity: Number(auth.yParity),
          },
        ],
      }),
    })
    const { status } = await client.waitForTransactionReceipt({ hash: transaction })
    if (status !== 'success') throw new Error('AA23 reverted')
    sent.set(hash, transaction)
    return hash
  }
  return {
    sent,
    async answer({ method, params }: Call): Promise<unknown> {
      try {
        if (method === 'eth_sendUserOperation') return { result: await send(params[0] as never) } // as the frame sends it
        if (method === 'eth_estimateUserOperationGas')
          return {
            result: {
              callGasLimit: '0x493e0',
              verificationGasLimit: '0x30d40',
              preVerificationGas: '0x186a0',
            },
          }
        const transactionHash = sent.get(String(params[0]))
        return { result: transactionHash ? { receipt: { transactionHash } } : null }
      } catch (error) {
        return { error: { code: -32500, message: String(error).slice(0, 200) } }
      }
    },
  }
}
