import fc from 'fast-check'
import * as v from 'valibot'
import * as api from '@latchkey/protocol/api'
import {
  convertAllowance,
  convertBuildApprove,
  convertBuildTransaction,
  convertGasPrice,
  convertQuotes,
  convertTokens,
} from '@latchkey/protocol/convert'
import { accountHistory } from '@latchkey/protocol/history'
import { identity } from '@latchkey/protocol/identity'
import { accountNfts } from '@latchkey/protocol/nfts'
import {
  onrampBuyOptions,
  onrampBuyQuotes,
  onrampMultiQuotes,
  onrampOptions,
  onrampOrderState,
  onrampProperties,
  onrampProviders,
  onrampQuote,
  onrampUrl,
  onrampWidget,
} from '@latchkey/protocol/onramp'
import {
  profileAccount,
  profileAddress,
  profileAttributes,
  profileLookup,
  profilePostedLookup,
  profileRegister,
  profileReverse,
  profileSuggestions,
} from '@latchkey/protocol/profile'
import { getWallets } from '@latchkey/protocol/walletList'
import { attackedChain, attackedNumber, chainAt } from '../api/chains.ts'
import { startSandbox } from '../api/startSandbox.ts'
import { createMadeChain } from '../api/madeChain.ts'
import { createMadeBitcoin, madeBitcoinAt } from '../api/madeBitcoin.ts'
import { createMadeSolana, madeSolanaAt } from '../api/madeSolana.ts'
import { startEsplora } from '../api/startEsplora.ts'
import { startNode } from '../api/startNode.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../target.ts'
import { sendRequest } from './sendRequest.ts'
import { hostileText, toJson } from './hostile.ts'
import { valuesNear } from './fromSchema.ts'
import { generate } from './generate.ts'

const names: readonly api.Endpoint[] = [
  profileAccount,
  profileAddress,
  profileAttributes,
  profileLookup,
  profilePostedLookup,
  profileRegister,
  profileReverse,
  profileSuggestions,
]
const swaps: readonly api.Endpoint[] = [
  convertTokens,
  convertQuotes,
  convertAllowance,
  convertGasPrice,
  convertBuildTransaction,
  convertBuildApprove,
]
const buying: readonly api.Endpoint[] = [
  onrampBuyOptions,
  onrampBuyQuotes,
  onrampMultiQuotes,
  onrampOptions,
  onrampOrderState,
  onrampProperties,
  onrampProviders,
  onrampQuote,
  onrampUrl,
  onrampWidget,
]
const endpoints: readonly api.Endpoint[] = [
  api.supportedChains,
  api.accountBalance,
  api.fungiblePrice,
  api.rpcProxy,
  accountHistory,
  accountNfts,
  identity,
  ...names,
  ...swaps,
  ...buying,
  getWallets,
]
type Request = { endpoint: api.Endpoint; method: string; path: string; body: string | undefined }

/** A request to an endpoint of the table, with generated texts in path and query, and any body. */
const request: fc.Arbitrary<Request> = fc.constantFrom(...endpoints).chain((endpoint) =>
  fc
    .tuple(
      valuesNear(endpoint.query),
      fc.dictionary(
        fc.constantFrom('__proto__', 'toString', 'chainId', 'cursor', 'page', 'extra'),
        hostileText,
        { maxKeys: 2 },
      ),
      endpoint.method === 'POST' ? valuesNear(endpoint.body) : fc.constant(undefined),
      fc.boolean(),
    )
    .map(([query, more, body, isEncoded]) => {
      const texts = Object.entries({
        ...(typeof query === 'object' ? query : {}),
        ...more,
      }).flatMap(([name, value]) =>
        value === undefined
          ? []
          : [[name, (typeof value === 'string' ? value : toJson(value)).slice(0, 2_000)] as const],
      )
      return {
        endpoint,
        method: endpoint.method,
        path: pathOf(endpoint.path, new Map(texts), isEncoded),
        body: body === undefined ? undefined : toJson(body),
      }
    }),
)

/** Puts the values into path and query. Text that a path may not contain is left out or encoded. */
function pathOf(pattern: string, texts: Map<string, string>, isEncoded: boolean): string {
  const write = (text: string) =>
    isEncoded ? encode(text) : text.replace(/[^!-~]/g, '').replaceAll(/[?#]/g, '')
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = texts.get(name) ?? ''
    texts.delete(name)
    return write(text)
  })
  const query = [...texts].map(([name, text]) => `${name}=${write(text)}`).join('&')
  return `${path}${query ? `?${query}` : ''}`.slice(0, 12_000)
}

function encode(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80' // half a surrogate pair, which no client should send
  }
}

/**
 * Sends requests, and returns the first fault of their answers. A 503 with `Retry-After` is no
 * fault.
 */
async function attempt(target: Target, batch: readonly Request[]): Promise<string | undefined> {
  const wrong = await Promise.all(
    batch.map(async ({ endpoint, method, path, body }) => {
      const { status, text, headers } = await sendRequest(target, { method, path, body })
      const describeFault = (why: string) =>
        `${why}: ${status} ${text.slice(0, 200)} to ${method} ${path.slice(0, 300)} ${body?.slice(0, 300) ?? ''}`
      if (status === 0) return describeFault('the connection was cut')
      if (status === 503)
        return headers['retry-after'] === undefined
          ? describeFault('a 503 without Retry-After')
          : undefined
      if (status >= 500) return describeFault('a defect')
      if (status >= 400 && !v.safeParse(api.errorBody, JSON.parse(text || 'null')).success)
        return describeFault('an error in another shape')
      if (
        status === 200 &&
        path.startsWith(endpoint.path.split('{')[0] ?? '') &&
        !v.safeParse(endpoint.answer, JSON.parse(text)).success
      )
        return describeFault('an answer in another shape')
      return undefined
    }),
  )
  return wrong.find((one) => one !== undefined)
}

/**
 * Settings with which no endpoint may answer 500. By the contract, 500 is the answer for a provider
 * without settings.
 */
const everything = {
  rateLimit: false,
  names: { gateway: { signer: `0x${'5'.repeat(64)}` } },
  onramp: { coinbase: { appId: 'app' }, meld: { publicKey: 'key' } },
  limits: { orders: false },
} as const

export const apiRequests: Scene = {
  name: 'api-requests',
  of: 'api',
  warm: 8,
  quick: 'long',
  seconds: 30,
  title: 'generated: every endpoint and field with hostile values',
  stage: async () => {
    const chain = createMadeChain(20)
    const node = await startNode(attackedNumber, () => chain.answers)
    return {
      config: {
        options: {
          ...everything,
          onramp: {
            ...everything.onramp,
            ...(await startSandbox(node.url)),
          },
          chains: [chainAt(attackedChain, [node.url], { index: { pollEvery: 1_000 } })],
        },
      },
      attack: (target) =>
        generate(target, {
          arbitrary: request,
          batch: 20,
          seconds: 10,
          attempt: (batch) => attempt(target, batch),
        }),
    }
  },
}

export const solanaRequests: Scene = {
  name: 'solana-requests',
  of: 'api',
  warm: 4,
  quick: 'long',
  seconds: 25,
  title: 'generated: the same with addresses, networks and tokens of Solana',
  stage: async () => {
    const { answers } = createMadeSolana(20)
    const node = await startNode(0, () => answers)
    return {
      config: {
        options: {
          ...everything,
          chains: [madeSolanaAt([node.url], { index: { pollEvery: 1_000 } })],
        },
      },
      attack: (target) =>
        generate(target, {
          arbitrary: request,
          batch: 20,
          seconds: 8,
          attempt: (batch) => attempt(target, batch),
        }),
    }
  },
}

export const bitcoinRequests: Scene = {
  name: 'bitcoin-requests',
  of: 'api',
  warm: 4,
  quick: 'long',
  seconds: 25,
  title: 'generated: the same with addresses and networks of Bitcoin',
  stage: async () => {
    const { answers } = createMadeBitcoin(40)
    const node = await startEsplora(() => answers)
    return {
      config: { options: { ...everything, chains: [madeBitcoinAt([node.url])] } },
      attack: (target) =>
        generate(target, {
          arbitrary: request,
          batch: 20,
          seconds: 8,
          attempt: (batch) => attempt(target, batch),
        }),
    }
  },
}
