import { createConnector } from '@wagmi/core'
import type { CreateConnectorFn } from '@wagmi/core'
import { getAddress, numberToHex } from 'viem'
import type { Address } from 'viem'
import { parseAccountId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import type { Clock } from '../../core/clock.ts'
import { kitError } from '../../core/errors.ts'
import type { RawStorage } from '../../core/storage.ts'
import type { Wallet } from '../../core/wallet.ts'
import type { WalletConnect } from '../../walletconnect/createWalletConnect.ts'
import type { Proposal } from '../../walletconnect/proposals.ts'
import { openApp } from '../../connection/openApp.ts'
import { forgetSession, forgetWallet, rememberAnswer } from '../../connection/rememberWallet.ts'
import type { Session } from '../../walletconnect/session.ts'
import type { SessionEvent } from '../../walletconnect/sessionBook.ts'
import { walletOfPeer } from './walletOfPeer.ts'

/** Id of the connector, in the kit as in storage. */
export const walletConnectId = 'walletConnect'

/** What the kit's own calls pass besides wagmi's parameters. */
export type WalletConnectParameters = {
  signal?: AbortSignal
  /** Shows a pairing that is still good again, instead of making a new one (spec section 4: iOS Safari, Telegram). */
  keepPairing?: boolean
}

const switching = 'wallet_switchEthereumChain'
const methods = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', switching, 'wallet_addEthereumChain', 'wallet_getCapabilities', 'wallet_sendCalls', 'wallet_getCallsStatus', 'wallet_watchAsset']
const events = ['accountsChanged', 'chainChanged']

type Options = {
  client: () => Promise<WalletConnect>
  storage: RawStorage
  clock: Clock
  /** Answers what needs no wallet. */
  askNode: (chainId: number, method: string, params: unknown) => Promise<unknown>
}

/** What this connector has besides wagmi's members. */
export type PhoneConnector = {
  peer(): Wallet | undefined
  /** The chains that it approved, where it does not take the request to go to another one. */
  bounds(): readonly number[] | undefined
  /**
   * Shows another phone the way while one is connected, which stays so until the other has approved; then this one takes its place,
   * and the first is told. `onReplaced` is called before anybody hears of it. @throws what `connect` throws
   */
  replace(parameters: WalletConnectParameters, onReplaced?: () => void): Promise<void>
}

/** A phone, reached over the relay, as a wagmi connector. The pairing comes as wagmi's `message` event `display_uri`. */
export function walletConnectConnector({ client, storage, clock, askNode }: Options): CreateConnectorFn<unknown, PhoneConnector> {
  return createConnector((config) => {
    const chains = config.chains.map(({ id }) => networkIdOf(id))
    let topic: string | undefined
    let chainId = config.chains[0].id
    let pending: Proposal | undefined
    let stopListening: (() => void) | undefined
    let sign: WalletConnect | undefined
    let peer: Wallet | undefined
    /** Topics of sessions that others took the place of. */
    const replaced = new Set<string>()

    async function session(): Promise<Session | undefined> {
      const all = (await client()).sessions().filter(({ namespaces }) => namespaces.eip155)
      return all.find((one) => one.topic === topic) ?? all.at(-1)
    }

    async function expectSession(): Promise<Session> {
      const found = await session()
      if (!found) throw kitError('providerDisconnected')
      return found
    }

    async function adopt(found: Session): Promise<{ accounts: readonly Address[]; chainId: number }> {
      if (topic && topic !== found.topic) replaced.add(topic)
      topic = found.topic
      peer = walletOfPeer(found)
      const { name, redirect } = found.peer.metadata
      rememberAnswer(storage, topic, { name, ...redirect })
      const stored = Number(await config.storage?.getItem(chainKey))
      const approved = approvedChains(found)
      const wanted = [stored, chainId, ...config.chains.map(({ id }) => id)].find((id) => approved.includes(id))
      chainId = wanted ?? approved[0] ?? chainId
      stopListening?.()
      sign = await client()
      stopListening = sign.subscribe(onEvent)
      // one phone at a time: whom another took the place of is told, in whatever tab that was
      for (const one of sign.sessions()) if (one.namespaces.eip155 && one.topic !== topic) void sign.disconnect({ topic: one.topic }).catch(() => {}) // forgotten here all the same
      return { accounts: accountsOf(found, chainId), chainId }
    }

    function onEvent(event: SessionEvent): void {
      if (event.topic !== topic) return event.type === 'changed' ? followOther(event.topic) : undefined
      if (event.type === 'ended') return leave()
      if (event.type === 'changed') return void followChange(event.topic)
      if (event.type === 'answered') return void config.emitter.emit('message', { type: 'answered', data: event })
      if (event.name === 'accountsChanged') return announceAccounts(event.data)
      if (event.name === 'chainChanged') return setChain(Number(event.data) || Number(event.networkId.split(':')[1]))
    }

    /** Another phone approved, in another tab or to the code of an earlier page. The first may be told to leave at once, and is no longer the one meant. */
    function followOther(other: string): void {
      const found = sign?.sessions().find((one) => one.topic === other)
      if (!found || replaced.has(other) || accountsOf(found, chainId).length === 0) return
      void adopt(found).then((data) => config.emitter.emit('change', data))
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

    function leave(): void {
      stopListening?.()
      topic = stopListening = undefined
      forgetSession(storage)
      config.emitter.emit('disconnect')
    }

    async function propose({ signal, keepPairing }: WalletConnectParameters): Promise<Session> {
      const isGood = pending && keepPairing && pending.expiresAt > clock.now()
      const proposal = pending && isGood ? pending : await (await client()).propose({ namespaces: { eip155: { chains, methods, events } }, signal: keepPairing ? undefined : signal })
      if (!proposal.isResumed && !isGood) forgetWallet(storage) // nobody has opened an app with this code yet
      pending = keepPairing ? proposal : undefined
      const forgetIt = () => {
        if (pending === proposal) pending = undefined
      }
      proposal.approval.catch(forgetIt) // also when nobody looks any more: a code that was refused is not shown again
      config.emitter.emit('message', { type: 'display_uri', data: proposal.uri })
      const found = await unlessAborted(proposal.approval, signal)
      forgetIt()
      if (accountsOf(found, chainId).length > 0) return found
      void (await client()).disconnect({ topic: found.topic }).catch(() => {}) // it is of no use to either side
      throw kitError('unauthorized')
    }

    async function askWallet(method: string, params: unknown): Promise<unknown> {
      const { topic } = await expectSession()
      return (await client()).request({ topic, networkId: networkIdOf(chainId), method, params, onAsked: () => openApp(storage, topic) })
    }

    return {
      /** The app at the other end. */
      peer: () => peer,
      bounds: () => sign?.sessions().filter((one) => one.topic === topic && !one.namespaces.eip155?.methods.includes(switching)).map(approvedChains)[0],

      async replace(parameters, onReplaced) {
        const found = await propose(parameters)
        onReplaced?.()
        config.emitter.emit('change', await adopt(found))
      },

      id: walletConnectId,
      name: 'WalletConnect',
      type: walletConnectId,

      async connect({ isReconnecting, withCapabilities, ...parameters }: { chainId?: number; isReconnecting?: boolean; withCapabilities?: boolean } & WalletConnectParameters = {}) {
        const found = isReconnecting ? await expectSession() : await propose(parameters)
        const { accounts, chainId } = await adopt(found)
        // wagmi's type depends on the flag; nobody asks for capabilities here
        return { accounts: (withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts) as never, chainId }
      },

      async disconnect() {
        const leaving = topic
        stopListening?.()
        topic = stopListening = undefined
        forgetSession(storage)
        await config.storage?.removeItem(chainKey)
        if (leaving) await (await client()).disconnect({ topic: leaving })
      },

      getAccounts: async () => accountsOf(await expectSession(), chainId),
      getChainId: async () => chainId,
      async isAuthorized() {
        if (!(await session())) await (await client()).catchUp()
        return (await session()) !== undefined
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

const chainKey = 'walletConnect.chain' as never // wagmi types the keys of its storage by connector

const networkIdOf = (id: number) => `eip155:${id}`

function approvedChains({ namespaces }: Pick<Session, 'namespaces'>): readonly number[] {
  const { accounts = [], chains = [] } = namespaces.eip155 ?? {}
  return [...new Set([...accounts.map((one) => parseAccountId(one).networkId), ...chains])].map((one) => Number(one.split(':')[1])).filter(Boolean)
}

/** Addresses of a session: those of the chain, or all of them where it has none there. */
function accountsOf({ namespaces }: Pick<Session, 'namespaces'>, chainId: number): readonly Address[] {
  const accounts = (namespaces.eip155?.accounts ?? []).map((one) => parseAccountId(one))
  const here = accounts.filter(({ networkId }) => networkId === networkIdOf(chainId))
  const addresses = (here.length > 0 ? here : accounts).map(({ address }) => address).filter(isEvmAddress)
  return [...new Set(addresses.map((one) => getAddress(one)))]
}

/** @throws KitError requestAborted when the signal fires first */
function unlessAborted<value>(promise: Promise<value>, signal: AbortSignal | undefined): Promise<value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(kitError('requestAborted', { cause: signal?.reason }))
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', onAbort))
  })
}
