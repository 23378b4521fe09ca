import { toBase64url } from '@latchkey/protocol/base64'
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { getShare } from '@latchkey/protocol/walletServer'
import type { FrameSettings, WalletCall } from '@latchkey/protocol/walletServer'
import type {
  BitcoinToApprove,
  PreparedPsbt,
} from '../../../approve/bitcoin/ApproveBitcoinView.tsx'
import { describePsbt } from '../../../approve/bitcoin/describePsbt.ts'
import type { PsbtText } from '../../../approve/bitcoin/describePsbt.ts'
import type { MessageToApprove } from '../../../approve/message/ApproveMessageView.tsx'
import { fault } from '../../../bridge/Fault.ts'
import { rpcRequest } from '../../../methods/rpcRequest.ts'
import { createTurns } from '../../../stage/createTurns.ts'
import { createTestStore } from '../../../testing/createTestStore.ts'
import { withKeys } from '../../../vault/deriveKeys.ts'
import type { Keys } from '../../../vault/deriveKeys.ts'
import { storeShare, takeAccount } from '../../../vault/deviceShare.ts'
import { splitEntropy } from '../../../vault/splitEntropy.ts'
import { bitcoinAccount } from '../../../wallet/bitcoinAccount.ts'
import type { Network } from '../../../wallet/network.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { createFrameLanguage } from '../../../words/createFrameLanguage.ts'

/** The network of the tests. */
export const network: Network = {
  networkId: bitcoinRegtestId,
  name: 'Bitcoin regtest',
  namespace: 'bip122',
  reference: bitcoinRegtestId.slice('bip122:'.length),
  currency: { symbol: 'BTC', decimals: 8 },
}

type NodeCall = { method: string; params: Record<string, string> }

/** The requests to an Esplora at an address, in the words of the wallet's server. */
async function askChain(url: string, { method, params }: NodeCall): Promise<object> {
  const at = {
    rawTransaction: `/tx/${params['txid']}/hex`,
    coins: `/address/${params['address']}/utxo`,
    feeEstimates: '/fee-estimates',
    broadcast: '/tx',
  }[method]
  const body = params['transaction']
  const response = await fetch(url + at, body === undefined ? {} : { method: 'POST', body })
  const text = await response.text()
  if (!response.ok)
    return { error: { code: response.status === 404 ? -32001 : -32003, message: text } }
  return { result: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
}

/**
 * Creates an account whose keys the store has, on a site that may know it. `url`: the address of an
 * Esplora; without it, no node answers.
 */
export async function createTestAccount(url?: string) {
  const { store, device, addresses, serverShare, entropy } = await makeAccount()
  const state = {
    /** Replaces a node's answer; undefined: the usual answer. */
    answer: (() => undefined) as (call: NodeCall) => unknown, // widened
    calls: [] as NodeCall[],
    /** What was shown. */
    psbts: [] as (PreparedPsbt & { isSent: boolean; text: PsbtText })[],
    messages: [] as string[],
    /** Warnings that a payment may have been sent: whether the node has it. */
    warnings: [] as boolean[],
    isApproved: true,
  }
  async function call({ path }: WalletCall, parameters: NodeCall) {
    if (path === getShare.path) return { serverShare }
    state.calls.push(parameters)
    const replaced = await state.answer(parameters)
    if (replaced !== undefined) return replaced
    if (url === undefined) throw fault('unavailable')
    return askChain(url, parameters)
  }
  const wallet = {
    store,
    device,
    settings: settingsOf(),
    site: { origin: 'https://shop.example' },
    language: createFrameLanguage([]),
    server: { call },
    session: { forget() {}, read: async () => undefined },
    notify() {},
    turns: createTurns(),
    stage: {
      async ask({ params }: { params: BitcoinToApprove | MessageToApprove | { isSent: boolean } }) {
        if ('bytes' in params) state.messages.push(new TextDecoder().decode(params.bytes))
        const prepared =
          'prepare' in params ? await params.prepare(new AbortController().signal) : undefined
        if ('prepare' in params && prepared) {
          const text = describePsbt(prepared.psbt, params.account, prepared.usualRate)
          state.psbts.push({ ...prepared, isSent: params.isSent, text })
        }
        if ('isSent' in params && !('prepare' in params)) state.warnings.push(params.isSent)
        if (!state.isApproved) throw fault('userRejected')
        return prepared?.psbt
      },
    },
  } as unknown as Wallet // only the parts that approvals use
  const account = bitcoinAccount(network, addresses)
  /** A request of the site. */
  const ask = (method: string, params: object, id: string = crypto.randomUUID()) =>
    rpcRequest.run(
      wallet,
      {
        method,
        params: { account: account.payment.address, ...params },
        chainId: network.networkId,
      },
      { id, signal: new AbortController().signal, wait() {} },
      { abort() {} },
    )
  const keysOf = <result>(work: (keys: Keys) => Promise<result>) => withKeys(entropy, work)
  return { wallet, account, state, ask, keysOf }
}

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
  return { store, device, addresses, entropy, serverShare: toBase64url(shares.server) }
}

const settingsOf = () =>
  ({
    networks: [{ networkId: network.networkId, name: network.name, currency: network.currency }],
  }) as unknown as FrameSettings // only the settings that these methods read
