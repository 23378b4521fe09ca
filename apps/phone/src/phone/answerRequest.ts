import { describeConsent, ProviderError } from 'latchkey/testing'
import type { WalletChain } from 'latchkey/testing'
import { toRefusal, userRejected } from './answerCodes.ts'
import type { SessionRequest } from './client.ts'
import { Withdrawn } from './createQueue.ts'
import type { OpenTask } from './createQueue.ts'
import { runTask } from './parts.ts'
import { quietMethods } from './methods.ts'
import type { Outcome, Parts } from './parts.ts'
import { evmPartOf } from './sessionAccounts.ts'
import { siteOf } from './siteOf.ts'
import type { Site } from './siteOf.ts'
import { notifyChain } from './sites.ts'
import { answerBitcoin, isBitcoin } from './bitcoin/answerBitcoin.ts'
import { answerPolkadot, isPolkadot } from './polkadot/answerPolkadot.ts'
import { answerSolana, isSolana } from './solana/answerSolana.ts'

/** The titles of requests in the phone's activity. */
const titles: Record<string, string> = {
  personal_sign: 'Sign a text',
  eth_signTypedData_v4: 'Sign data',
  eth_sendTransaction: 'Send a transaction',
  wallet_sendCalls: 'Send several calls',
  wallet_switchEthereumChain: 'Switch network',
  wallet_addEthereumChain: 'Add a network',
  solana_signMessage: 'Sign a text',
  solana_signTransaction: 'Sign a transaction',
  solana_signAllTransactions: 'Sign transactions',
  solana_signAndSendTransaction: 'Send a transaction',
  getAccountAddresses: 'Show addresses',
  signMessage: 'Sign a text',
  signPsbt: 'Sign a transaction',
  polkadot_signMessage: 'Sign a text',
  polkadot_signTransaction: 'Sign a transaction',
}

/**
 * Answers a request of a connected site: asks the person if necessary, runs the request, and sends
 * the result. Source: `wc_sessionRequest`
 */
export async function answerRequest(parts: Parts, request: SessionRequest): Promise<void> {
  const { client, queue } = parts
  const { id, topic, params } = request
  const site = siteOf(client.session.get(topic).peer.metadata)
  const { method } = params.request
  if (quietMethods.has(method)) return answerQuietly(parts, request, site)
  const task = queue.open({
    key: `request:${id}:${topic}`,
    site,
    title: titles[method] ?? method.slice(0, 40),
  })
  if (!task) return

  await runTask(parts, task, async () => {
    const { response, outcome } = await work(parts, request, site, task)
    await client.respond({ topic, response: { id, jsonrpc: '2.0', ...response } })
    return outcome
  })
}

/** Answers a request without asking the person. A site that has disconnected gets no answer. */
async function answerQuietly(parts: Parts, request: SessionRequest, site: Site): Promise<void> {
  const { id, topic } = request
  const response = await runInWallet(parts, request, site).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: toRefusal(error) }),
  )
  await parts.client
    .respond({ topic, response: { id, jsonrpc: '2.0', ...response } })
    .catch(() => {})
}

type Response = { result: unknown } | { error: { code: number; message: string } }

/** Runs a request. @throws Withdrawn if the site no longer waits for an answer */
async function work(
  parts: Parts,
  request: SessionRequest,
  site: Site,
  task: OpenTask,
): Promise<{ response: Response; outcome: Outcome }> {
  try {
    const answer = isSolana(request)
      ? answerSolana
      : isBitcoin(request)
        ? answerBitcoin
        : isPolkadot(request)
          ? answerPolkadot
          : runInWallet
    const result = await answer(parts, request, site, task)
    return { response: { result }, outcome: { status: 'done' } }
  } catch (error) {
    if (error instanceof Withdrawn) throw error
    const refusal = toRefusal(error)
    const outcome: Outcome =
      refusal === userRejected
        ? { status: 'refused' }
        : { status: 'failed', problem: refusal.message }
    return { response: { error: refusal }, outcome }
  }
}

/**
 * Runs an EVM request in the wallet, on the network that the site names. Without a task, the person
 * cannot be asked. @throws ProviderError, Withdrawn
 */
async function runInWallet(
  parts: Parts,
  { topic, params: { chainId: networkId, request } }: SessionRequest,
  site: Site,
  task?: OpenTask,
): Promise<unknown> {
  const { client, store, wallet } = parts
  const { chains, batches } = store.get()
  const chain = chains.find(({ id }) => networkId === `eip155:${id}`)
  const session = evmPartOf(client.session.get(topic).namespaces)
  if (!chain || !session)
    throw new ProviderError(4200, `This wallet does not support ${request.method} on ${networkId}.`)

  const answer = await wallet.request({
    ...request,
    origin: site.name,
    permitted: session.addresses,
    chain,
    chains,
    batches,
    ask: async (consent) => {
      if (!task) throw new ProviderError(-32603, 'It asks nobody.')
      const { yes } = await task.ask({
        type: 'request',
        description: describeConsent(consent),
        network: chain.name,
      })
      if (!yes) throw new ProviderError(4001, 'User rejected the request.')
      return {}
    },
  })
  if (answer.chain.id !== chain.id) await moveTo(parts, topic, answer.chain)
  return answer.result
}

/**
 * Changes the network, after the person has allowed it: the phone switches, and the site is
 * notified before it gets its answer.
 */
async function moveTo(parts: Parts, topic: string, chain: WalletChain): Promise<void> {
  const { store } = parts
  const { chains } = store.get()
  store.set({
    chain,
    chains: chains.some(({ id }) => id === chain.id) ? chains : [...chains, chain],
  })
  await notifyChain(parts, topic, chain.id)
}
