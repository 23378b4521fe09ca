import type { BundlerMethod, PaymasterMethod } from '@latchkey/protocol/smartAccounts/bundler'
import { createAccess } from '@latchkey/server/db/createAccess'
import type { Database } from '@latchkey/server/db/database'
import { wait } from '@latchkey/server/waiting'
import { privateKeyToAccount } from 'viem/accounts'
import { unsupportedChain } from '../apiError.ts'
import type { NameChain } from '../chains/registry.ts'
import type { Metrics } from '../metrics.ts'
import { ChainBundler } from './bundler/ChainBundler.ts'
import { createOwnBundler } from './bundler/createOwnBundler.ts'
import { keyOf } from './bundler/signBundle.ts'
import { checkForwarded } from './checkForwarded.ts'
import { createLayerGas } from './createLayerGas.ts'
import { forwardOperations } from './forwardOperations.ts'
import { findMissing, operationChainOf, type OperationChain } from './operationChain.ts'
import type { SmartAccountOptions } from './smartAccountOptions.ts'
import { ChainSponsor } from './sponsor/ChainSponsor.ts'

/** A request to a bundler or paymaster. `project` is empty without one. */
export type OperationCall<method extends string> = {
  method: method
  params: readonly unknown[]
  project: string
  /** The key of the client that asks. Empty for calls inside the process. */
  client: string
  signal: AbortSignal
}

/** The bundlers and paymasters of the chains. */
export type SmartAccounts = {
  /**
   * Answers a request to the bundler of a network.
   * @throws ApiError 400 for a network without one; RpcRefusal; NodesError; DatabaseError
   */
  bundle(networkId: string, call: OperationCall<BundlerMethod>): Promise<unknown>
  /**
   * Answers a request to the paymaster of a network.
   * @throws ApiError 400 for a network without one; RpcRefusal; NodesError; DatabaseError
   */
  sponsor(networkId: string, call: OperationCall<PaymasterMethod>): Promise<unknown>
  /** What the operator should know, by CAIP-2 id. Empty if all is well. */
  health(): Readonly<Record<string, string>>
  close(): Promise<void>
}

export type SmartAccountParts = {
  options: SmartAccountOptions | undefined
  /** Whether the operator lists the projects. Otherwise a caller may invent them. */
  hasProjects: boolean
  chains: readonly NameChain[]
  open: (() => Promise<Database>) | undefined
  fetch: typeof fetch
  /** Milliseconds for one answer of another service. */
  timeLimit: number
  now: () => number
  metrics: Metrics
  onFailure: (error: Error) => void
}

/** Thrown, and logged, when a chain lacks contracts that it needs for smart accounts. */
export class ContractsError extends Error {
  override readonly name = 'ContractsError'
}

/** Milliseconds between two attempts to read the contracts of a chain. */
const again = 5_000

type Answer<method extends string> = (call: OperationCall<method>) => Promise<unknown>

/** The parts of one chain. */
type ChainParts = {
  chain: OperationChain
  offer: Offer
  bundle: Answer<BundlerMethod> | undefined
  sponsor: Answer<PaymasterMethod> | undefined
  bundler: ChainBundler | undefined
  chainSponsor: ChainSponsor | undefined
}

/** Makes the bundlers and paymasters that the operator has turned on, and starts them. */
export function createSmartAccounts(parts: SmartAccountParts): SmartAccounts {
  const { options, open, onFailure } = parts
  const access = options && open && createAccess(open, onFailure)
  const networks = options?.networks
  const chains = options
    ? parts.chains
        .filter(({ networkId }) => !networks || networks.some((id) => id === networkId))
        .map(operationChainOf)
    : []
  const all = new Map(
    chains.map((chain) => [chain.networkId as string, partsOf(parts, access, chain)]),
  )
  const running = Promise.all(
    [...all.values()].flatMap(({ bundler, chainSponsor }) => [bundler?.run(), chainSponsor?.run()]),
  )
  running.catch((error: unknown) => error instanceof Error && onFailure(error))

  /** Answers if the chain has what it needs. */
  async function answer<method extends string>(
    networkId: string,
    call: OperationCall<method>,
    choose: (found: ChainParts) => Answer<method> | undefined,
  ): Promise<unknown> {
    const found = all.get(networkId)
    const chosen = found && choose(found)
    if (!found || !chosen || !(await found.offer.check(call.signal))) throw unsupportedChain()
    return chosen(call)
  }

  return {
    bundle: (networkId, call) => answer(networkId, call, ({ bundle }) => bundle),
    sponsor: (networkId, call) => answer(networkId, call, ({ sponsor }) => sponsor),
    health: () =>
      Object.fromEntries(
        [...all].flatMap(([networkId, { offer, bundler, chainSponsor }]) => {
          const deposit = chainSponsor?.hasLowDeposit ? 'the deposit is low' : undefined
          const state = offer.missing() ?? executorText(bundler) ?? deposit
          return state === undefined ? [] : [[networkId, state]]
        }),
      ),
    async close() {
      for (const { bundler, chainSponsor, offer } of all.values()) {
        bundler?.stop()
        chainSponsor?.stop()
        offer.stop()
      }
      await running.catch(() => {}) // its failure was reported
      await access?.close()
    },
  }
}

function executorText(bundler: ChainBundler | undefined): string | undefined {
  const state = bundler?.state() ?? 'ok'
  return state === 'ok' ? undefined : `an executor is ${state}`
}

/** Makes the parts of one chain. */
function partsOf(
  parts: SmartAccountParts,
  access: ReturnType<typeof createAccess> | undefined,
  chain: OperationChain,
): ChainParts {
  const { options = {}, hasProjects, fetch, timeLimit, metrics, now, onFailure } = parts
  const { bundler, paymaster } = options
  const forwarding =
    (url: string): Answer<BundlerMethod | PaymasterMethod> =>
    async ({ method, params, signal }) => {
      const checked = { method, params: checkForwarded(method, params) }
      return forwardOperations({ url, fetch, timeLimit }, chain.chainId, checked, signal)
    }
  const address =
    paymaster && !('url' in paymaster) ? paymaster.addresses[chain.networkId] : undefined
  const offer = createOffer(chain, onFailure)
  const layerGas = createLayerGas(chain, now)
  const shared = { chain, hasProjects, metrics, now, onFailure, isOffered: offer.whenKnown }
  const chainSponsor =
    paymaster && !('url' in paymaster) && address && access
      ? new ChainSponsor({ ...shared, access, layerGas, paymaster: address, options: paymaster })
      : undefined
  const accounts =
    bundler && !('url' in bundler) ? bundler.executors.map((key) => privateKeyToAccount(key)) : []
  const [first] = accounts
  const chainBundler =
    bundler && !('url' in bundler) && access && first
      ? new ChainBundler({
          ...shared,
          access,
          accounts,
          lowBalance: bundler.lowBalance,
          confirmations: bundler.confirmations,
          onIncluded: async (outcome) => chainSponsor?.noteIncluded(outcome),
        })
      : undefined
  return {
    chain,
    offer,
    bundler: chainBundler,
    chainSponsor,
    bundle:
      bundler && 'url' in bundler
        ? forwarding(bundler.url)
        : chainBundler && access && first
          ? createOwnBundler({
              chain,
              executor: keyOf(first),
              paymaster: address,
              access,
              layerGas,
              now,
              onStored: () => chainBundler.wake(),
            })
          : undefined,
    sponsor:
      paymaster && 'url' in paymaster
        ? forwarding(paymaster.url)
        : chainSponsor && ((call) => chainSponsor.answer(call)),
  }
}

/** Whether a chain has the known contracts. They are read once. */
type Offer = {
  /** @throws NodesError while no node answers */
  check(signal: AbortSignal): Promise<boolean>
  /** Waits until a node answers. False if there are no smart accounts, or the signal aborts. */
  whenKnown(signal: AbortSignal): Promise<boolean>
  /** What is missing, in words. Undefined if nothing is, or if it is not known yet. */
  missing(): string | undefined
  stop(): void
}

function createOffer(chain: OperationChain, onFailure: (error: Error) => void): Offer {
  const stop = new AbortController()
  let missing: readonly string[] | undefined
  let reading: Promise<readonly string[]> | undefined

  async function read(): Promise<readonly string[]> {
    const found = await findMissing(chain, stop.signal)
    missing = found
    if (found.length > 0)
      onFailure(new ContractsError(`${chain.networkId} has no smart accounts: ${textOf(found)}`))
    return found
  }
  const known = (): Promise<readonly string[]> => {
    if (missing) return Promise.resolve(missing)
    return (reading ??= read().finally(() => (reading = undefined)))
  }

  return {
    async check(signal) {
      signal.throwIfAborted()
      return (await known()).length === 0
    },
    async whenKnown(signal) {
      for (let failures = 0; !signal.aborted; failures++)
        try {
          return (await known()).length === 0
        } catch (error) {
          if (failures === 0 && error instanceof Error && !signal.aborted) onFailure(error)
          await wait(again, signal)
        }
      return false
    },
    missing: () => (missing && missing.length > 0 ? textOf(missing) : undefined),
    stop: () => stop.abort(),
  }
}

const textOf = (missing: readonly string[]) =>
  `the known code of ${missing.join(', ')} is missing there`
