/**
 * A wallet, controlled by the test, that executes several calls at once, all or none, on the real
 * chain: EIP-5792 over EIP-7702.
 */
import type { Page } from '@playwright/test'
import { createWalletClient, encodeFunctionData, http, parseAbi, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import { chainOf } from './holdings.ts'

type WalletRequest = { method: string; params?: unknown }
type Batch = readonly [
  {
    atomicRequired: boolean
    calls: readonly { to: `0x${string}`; value?: `0x${string}`; data?: `0x${string}` }[]
  },
]

declare global {
  interface Window {
    askBatchWallet(requests: WalletRequest): Promise<{ result: unknown } | { code: number }>
  }
}

const networkId = 'eip155:31337'
const multicallAbi = parseAbi([
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
])
const deployment = readDeployment(31337)

/**
 * Announces the wallet on every page that opens from now on. `requests`: the requested methods.
 * `refuse` makes the wallet refuse batches with a code; `undefined` ends that.
 */
export async function announceBatchWallet(
  page: Page,
  devnet: Addresses,
  name: string,
): Promise<{
  address: `0x${string}`
  requests: readonly string[]
  refuse: (code: number | undefined) => void
}> {
  const account = privateKeyToAccount(generatePrivateKey())
  const node = chainOf(devnet, networkId)
  const client = clientOf(account, devnet)
  await node.request({
    method: 'anvil_setBalance',
    params: [account.address, '0x8ac7230489e80000'],
  } as never)
  const requests: string[] = []
  let refusal: number | undefined

  const answers: Record<string, (params: unknown) => unknown> = {
    eth_chainId: () => '0x7a69',
    eth_accounts: () => [account.address],
    eth_requestAccounts: () => [account.address],
    wallet_getCapabilities: () => ({ '0x7a69': { atomic: { status: 'supported' } } }),
    // the kit sends these parameters
    wallet_sendCalls: async (params) => ({ id: await sendTogether(client, params as Batch) }),
    wallet_getCallsStatus: (params) => ({
      status: 200,
      atomic: true,
      receipts: [{ transactionHash: (params as readonly string[])[0] }],
    }),
    eth_sendTransaction: (params) => {
      const [{ to, data, value = '0x0' }] = params as [
        { to: `0x${string}`; data: `0x${string}`; value?: `0x${string}` },
      ] // the kit sends these parameters
      return client.sendTransaction({ chain: null, to, data, value: BigInt(value) })
    },
  }
  await page.exposeFunction('askBatchWallet', async ({ method, params }: WalletRequest) => {
    requests.push(method)
    if (method === 'wallet_sendCalls' && refusal !== undefined) return { code: refusal }
    const answer = answers[method]
    return answer ? { result: await answer(params) } : { code: 4200 }
  })
  await page.addInitScript(play, name)
  return { address: account.address, requests, refuse: (code) => void (refusal = code) }
}

type BatchClient = ReturnType<typeof clientOf>

const clientOf = (account: PrivateKeyAccount, devnet: Addresses) =>
  createWalletClient({
    account,
    transport: http(devnet.chains[networkId]),
    pollingInterval: 100,
  }).extend(publicActions)

/**
 * Sends one transaction, for which the account runs the code of Multicall3. This code makes all
 * calls as the account, and undoes all of them when one fails.
 */
async function sendTogether(client: BatchClient, [{ calls }]: Batch): Promise<string> {
  const authorization = await client.signAuthorization({
    contractAddress: deployment.multicall3,
    executor: 'self',
  })
  const inner = calls.map(({ to, value = '0x0', data = '0x' }) => ({
    target: to,
    allowFailure: false,
    value: BigInt(value),
    callData: data,
  }))
  const data = encodeFunctionData({
    abi: multicallAbi,
    functionName: 'aggregate3Value',
    args: [inner],
  })
  const hash = await client.sendTransaction({
    chain: null,
    authorizationList: [authorization],
    to: client.account.address,
    data,
    value: inner.reduce((sum, one) => sum + one.value, 0n),
    gas: 2_000_000n,
  })
  await client.waitForTransactionReceipt({ hash })
  return hash
}

/** Announces the wallet's provider. Runs inside the page. */
function play(name: string): void {
  const provider = {
    on() {},
    removeListener() {},
    async request({ method, params }: WalletRequest) {
      const answer = await window.askBatchWallet({ method, params })
      if ('code' in answer)
        throw Object.assign(new Error('Played by a test'), { code: answer.code })
      return answer.result
    },
  }
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name,
      rdns: 'test.batch',
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
    provider,
  })
  const announce = () =>
    void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
