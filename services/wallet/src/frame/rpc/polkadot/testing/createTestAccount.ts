import { toBase64url } from '@latchkey/protocol/base64'
import { fromHex } from '@latchkey/protocol/hex'
import { getShare } from '@latchkey/protocol/walletServer'
import type { FrameSettings, WalletCall } from '@latchkey/protocol/walletServer'
import { describeTransaction } from '../../../approve/polkadot/describeTransaction.ts'
import type { TransactionText } from '../../../approve/polkadot/describeTransaction.ts'
import type { PolkadotToApprove } from '../../../approve/polkadot/ApprovePolkadotView.tsx'
import type { MessageToApprove } from '../../../approve/message/ApproveMessageView.tsx'
import { fault } from '../../../bridge/Fault.ts'
import { rpcRequest } from '../../../methods/rpcRequest.ts'
import { createTurns } from '../../../stage/createTurns.ts'
import { createTestStore } from '../../../testing/createTestStore.ts'
import { withKeys } from '../../../vault/deriveKeys.ts'
import { storeShare, takeAccount } from '../../../vault/deviceShare.ts'
import { splitEntropy } from '../../../vault/splitEntropy.ts'
import { polkadotAccount } from '../../../wallet/polkadotAccount.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { createFrameLanguage } from '../../../words/createFrameLanguage.ts'
import type { PreparedTransaction } from '../prepareTransaction.ts'
import { answerOf } from './answerOf.ts'
import type { NodeCall } from './answerOf.ts'
import { payloadOf as describe } from './payloadOf.ts'
import { assetHub } from './todaysMetadata.ts'
import type { Chain } from './todaysMetadata.ts'

/** Creates an account whose keys the store has, on a site that may know it. */
export async function createTestAccount(chain: Chain = assetHub) {
  const { network } = chain
  const { store, device, addresses, serverShare } = await makeAccount()
  const state = {
    metadata: chain.metadata,
    /** Replaces a node's answer; undefined: the usual answer. */
    answer: (() => undefined) as (call: NodeCall) => unknown, // widened
    calls: [] as NodeCall[],
    /** What was shown. */
    shown: [] as (PreparedTransaction & { text: TransactionText })[],
    messages: [] as string[],
    isApproved: true,
  }
  async function call({ path }: WalletCall, parameters: NodeCall) {
    if (path === getShare.path) return { serverShare }
    state.calls.push(parameters)
    return (await state.answer(parameters)) ?? answerOf(state.metadata, parameters)
  }
  const wallet = {
    store,
    device,
    settings: {
      networks: [{ networkId: network.networkId, name: network.name, currency: network.currency }],
    } as unknown as FrameSettings, // only the settings that these methods read
    site: { origin: 'https://shop.example' },
    language: createFrameLanguage([]),
    server: { call },
    session: { forget() {}, read: async () => undefined },
    notify() {},
    turns: createTurns(),
    stage: {
      async ask({ params }: { params: PolkadotToApprove | MessageToApprove }) {
        if ('bytes' in params) state.messages.push(new TextDecoder().decode(params.bytes))
        const prepared =
          'prepare' in params ? await params.prepare(new AbortController().signal) : undefined
        if ('prepare' in params && prepared) {
          const { decimals } = params.network.currency
          const text = describeTransaction(prepared, params.payload, decimals)
          state.shown.push({ ...prepared, text })
        }
        if (!state.isApproved) throw fault('userRejected')
        return prepared
      },
    },
  } as unknown as Wallet // only the parts that approvals use
  const account = polkadotAccount(network, addresses)
  /** A request of the site. */
  const ask = (method: string, params: object) =>
    rpcRequest.run(
      wallet,
      { method, params: { address: account.address, ...params }, chainId: network.networkId },
      { id: crypto.randomUUID(), signal: new AbortController().signal, wait() {} },
      { abort() {} },
    )
  const payloadOf = (method: Uint8Array, changes: object = {}) =>
    describe(chain, account.address, method, changes)
  const sign = (method: Uint8Array, changes: object = {}) =>
    ask('polkadot_signTransaction', { transactionPayload: payloadOf(method, changes) }) as Promise<{
      signature: `0x${string}`
      signedTransaction: `0x${string}`
    }> // the handler's own type
  return { wallet, account, state, ask, sign, payloadOf }
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
  return { store, device, addresses, serverShare: toBase64url(shares.server) }
}

/** The bytes of a hex text. */
export const bytesOf = (text: string): Uint8Array => fromHex(text.slice(2))
