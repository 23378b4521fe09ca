import { createConnector } from '@wagmi/core'
import type { CreateConnectorFn } from '@wagmi/core'
import { getAddress, numberToHex } from 'viem'
import type { Address } from 'viem'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { kitError } from '../../core/errors.ts'
import type { RawStorage } from '../../core/storage.ts'
import type { Wallet } from '../../core/wallet.ts'
import type { WalletConnect } from '../../walletconnect/createWalletConnect.ts'
import { openApp } from '../../connection/openApp.ts'
import { forgetSession, rememberAnswer } from '../../connection/rememberWallet.ts'
import { walletConnectId } from '../../connection/wayOf.ts'
import type { Session } from '../../walletconnect/session.ts'
import type { SessionEvent } from '../../walletconnect/sessionBook.ts'
import type { PhoneCodes, WalletConnectParameters } from './phoneCodes.ts'
import { accountsOf, approvedChains, networkIdOf } from './sessionAccounts.ts'
import { walletOfPeer } from './walletOfPeer.ts'

const name = 'WalletConnect'

const switching = 'wallet_switchEthereumChain'
/** What may be asked of a phone. */
const methods = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', switching, 'wallet_addEthereumChain', 'wallet_getCapabilities', 'wallet_sendCalls', 'wallet_getCallsStatus', 'wallet_watchAsset']
const events = ['accountsChanged', 'chainChanged']

/** What is asked of every phone, by namespace, for these chains. */
export const askedOf = (chains: readonly { id: number }[]) => ({ eip155: { chains: chains.map(({ id }) => networkIdOf(id)), methods, events } })

type Options = {
  /** In the kit as in storage. */
  id: string
  /** The one session that it is for. Without: the one that it had before, else any that nobody else has. */
  own?: string
  codes: PhoneCodes
  /** Whether another connector has that session. */
  isHeld: (topic: string) => boolean
  /** Whether that session came of a code that nobody looked at any more. */
  isLate: (topic: string) => boolean
  client: () => Promise<WalletConnect>
  storage: RawStorage
  /** Answers what needs no wallet. */
  askNode: (chainId: number, method: string, params: unknown) => Promise<unknown>
}

/** What this connector has besides wagmi's members. */
export type PhoneConnector = {
  peer(): Wallet
  /** The session that it has, or had last. */
  topic(): string | undefined
  isLate(): boolean
  /** The chains that it approved, where it does not take the request to go to another one. */
  bounds(): readonly number[] | undefined
  /** Shows another phone the way, beside the one that is connected. @returns the topic of its session. @throws what `connect` throws */
  propose(parameters: WalletConnectParameters): Promise<string>
}

/** A phone, reached over the relay, as a wagmi connector. The pairing comes as wagmi's `message` event `display_uri`, and as `relay_ready` once the relay is reached. */
export function walletConnectConnector({ id, own, codes, isHeld, isLate, client, storage, askNode }: Options): CreateConnectorFn<unknown, PhoneConnector> {
  // wagmi types the keys of its storage by connector
  const chainKey = `${id}.chain` as never
  const topicKey = `${id}.topic` as never
  return createConnector((config) => {
    let topic: string | undefined
    let chainId = config.chains[0].id
    let stopListening: (() => void) | undefined
    let sign: WalletConnect | undefined
    let peer: Wallet = { id: walletConnectId, name }

    const alive = async () => (await client()).sessions().filter((one) => accountsOf(one).length > 0)

    /** The session to come back to. */
    async function findSession(): Promise<Session | undefined> {
      const free = (await alive()).filter((one) => !isHeld(one.topic))
      const known = topic ?? own ?? (await config.storage?.getItem(topicKey))
      return free.find((one) => one.topic === known) ?? (own ? undefined : free.at(-1)) // an earlier version kept none, and knew one phone
    }

    /** The session that is connected. */
    const findOwn = async () => (await alive()).find((one) => one.topic === topic)

    async function expectSession(find = findOwn): Promise<Session> {
      const found = await find()
      if (!found) throw kitError('providerDisconnected')
      return found
    }

    async function adopt(found: Session): Promise<{ accounts: readonly Address[]; chainId: number }> {
      topic = found.topic
      peer = walletOfPeer(found) ?? peer
      const { name, redirect } = found.peer.metadata
      rememberAnswer(storage, topic, { name, ...redirect })
      const stored = Number(await config.storage?.getItem(chainKey))
      if (!own) void config.storage?.setItem(topicKey, found.topic)
      const approved = approvedChains(found)
      const wanted = [stored, chainId, ...config.chains.map(({ id }) => id)].find((id) => approved.includes(id))
      chainId = wanted ?? approved[0] ?? chainId
      stopListening?.()
      sign = await client()
      stopListening = sign.subscribe(onEvent)
      return { accounts: accountsOf(found, chainId), chainId }
    }

    function onEvent(event: SessionEvent): void {
      if (event.topic !== topic || event.type === 'came') return
      if (event.type === 'ended') return leave()
      if (event.type === 'changed') return void followChange(event.topic)
      if (event.type === 'answered') return void config.emitter.emit('message', { type: 'answered', data: event })
      if (event.name === 'accountsChanged') return announceAccounts(event.data)
      if (event.name === 'chainChanged') return setChain(Number(event.data) || Number(event.networkId.split(':')[1]))
    }

    /** The session may go on for other namespaces, without this one. */
    async function followChange(changed: string): Promise<void> {
      const found = (await client()).sessions().find((one) => one.topic === changed)
      if (changed !== topic) return
      const accounts = found ? accountsOf(found, chainId) : []
      if (accounts.length > 0) config.emitter.emit('change', { accounts })
      else leave()
    }

    function announceAccounts(data: unknown): void {
      const addresses = Array.isArray(data) ? data.map((one) => String(one).split(':').at(-1)).filter(isEvmAddress) : []
      if (addresses.length > 0) config.emitter.emit('change', { accounts: addresses.map((one) => getAddress(one)) })
    }

    function setChain(id: number): void {
      if (!Number.isSafeInteger(id) || id <= 0) return
      chainId = id
      void config.storage?.setItem(chainKey, id)
      config.emitter.emit('change', { chainId: id })
    }

    /** Forgets the session; returns its topic. */
    function drop(): string | undefined {
      const left = topic
      stopListening?.()
      topic = stopListening = undefined
      if (left) forgetSession(storage, left)
      for (const key of [chainKey, topicKey]) void config.storage?.removeItem(key)
      return left
    }

    function leave(): void {
      drop()
      config.emitter.emit('disconnect')
    }

    const propose = (parameters: WalletConnectParameters) => codes.propose(parameters, (data, isReady) => config.emitter.emit('message', { type: isReady ? 'relay_ready' : 'display_uri', data }))

    async function askWallet(method: string, params: unknown): Promise<unknown> {
      const { topic } = await expectSession()
      return (await client()).request({ topic, networkId: networkIdOf(chainId), method, params, onAsked: () => openApp(storage, topic) })
    }

    return {
      /** The app at the other end. */
      peer: () => peer,
      bounds: () => sign?.sessions().filter((one) => one.topic === topic && !one.namespaces.eip155?.methods.includes(switching)).map(approvedChains)[0],

      topic: () => topic,
      isLate: () => topic !== undefined && isLate(topic),
      propose: async (parameters) => (await propose(parameters)).topic,

      id,
      name,
      type: walletConnectId,

      async connect({ isReconnecting, withCapabilities, ...parameters }: { chainId?: number; isReconnecting?: boolean; withCapabilities?: boolean } & WalletConnectParameters = {}) {
        const found = isReconnecting ? await expectSession(findSession) : await propose(parameters)
        const { accounts, chainId } = await adopt(found)
        // wagmi's type depends on the flag; nobody asks for capabilities here
        return { accounts: (withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts) as never, chainId }
      },

      async disconnect() {
        const leaving = drop()
        if (leaving) await (await client()).disconnect({ topic: leaving })
      },

      getAccounts: async () => accountsOf(await expectSession(), chainId),
      getChainId: async () => chainId,
      async isAuthorized() {
        if (!own && !(await findSession())) await (await client()).catchUp()
        return (await findSession()) !== undefined
      },

      async getProvider() {
        const request = async ({ method, params }: { method: string; params?: unknown }) => {
          if (method === 'eth_chainId') return numberToHex(chainId)
          if (method === 'eth_accounts' || method === 'eth_requestAccounts') return accountsOf(await expectSession(), chainId)
          if (!methods.includes(method)) return askNode(chainId, method, params)
          return askWallet(method, params ?? [])
        }
        return { request, on: () => {}, removeListener: () => {} }
      },

      async switchChain({ chainId: wanted }) {
        const chain = config.chains.find(({ id }) => id === wanted)
        if (!chain) throw kitError('networkNotFound')
        if (!approvedChains(await expectSession()).includes(wanted)) await askWallet(switching, [{ chainId: numberToHex(wanted) }])
        setChain(wanted)
        return chain
      },

      onAccountsChanged() {},
      onChainChanged: (chain) => setChain(Number(chain)),
      onDisconnect: () => leave(),
    }
  })
}
