import { BorderError, readShape } from '@latchkey/protocol/border'
import { readJsonStream } from '@latchkey/server/readJsonStream'
import { readLimited } from '@latchkey/server/readLimited'
import { withLimit } from '@latchkey/server/waiting'
import * as v from 'valibot'
import { NodesError } from '../nodesError.ts'

/** Milliseconds that one Esplora has for one answer. */
const timeLimit = 10_000
/** Milliseconds after which an Esplora's chain is looked at again. */
const trust = 60_000
/** Limits of an answer. */
const limits = { bytes: 8 * 1024 * 1024, depth: 8, values: 200_000 }
/** Maximum of bytes of a text. */
const maxText = 1_024

const text = v.pipe(v.string(), v.maxLength(maxText))

export type EsplorasOptions = {
  urls: readonly string[]
  /** The first 32 digits of the hash of the chain's first block. Source: CAIP-2, bip122 */
  reference: string
  fetch: typeof globalThis.fetch
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

type Esplora = { url: string; checkedAt: number }

/**
 * The Esploras of one Bitcoin chain. Each request goes to them in order, until one answers. An
 * Esplora of another chain gets only requests for its first block. Source:
 * https://github.com/Blockstream/esplora/blob/master/API.md
 */
export class Esploras {
  readonly #options: EsplorasOptions & { now: () => number }
  readonly #esploras: readonly Esplora[]

  constructor({ now = () => performance.now(), ...options }: EsplorasOptions) {
    this.#options = { ...options, now }
    this.#esploras = options.urls.map((url) => ({ url, checkedAt: -Infinity }))
  }

  /**
   * Reads the JSON of a path. Undefined if an Esplora does not have it.
   * @throws NodesError; the signal's reason
   */
  find<schema extends v.GenericSchema>(
    path: string,
    schema: schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<schema> | undefined> {
    return this.#first(signal, async ({ url }, limited) => {
      const response = await this.#request(`${url}${path}`, limited)
      if (response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      if (!response.ok) return failed(response)
      return readShape(schema, await readJsonStream(response.body, limits))
    })
  }

  /** Reads the JSON of a path that every Esplora has. @throws NodesError; the signal's reason */
  async read<schema extends v.GenericSchema>(
    path: string,
    schema: schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<schema>> {
    const found = await this.find(path, schema, signal)
    if (found === undefined) throw new NodesError('The Esplora does not have it')
    return found
  }

  /** The height of the newest block. @throws NodesError; the signal's reason */
  tipHeight(signal: AbortSignal): Promise<number> {
    return this.#first(signal, async ({ url }, limited) => {
      const found = await this.#text(`${url}/blocks/tip/height`, limited)
      if (!/^\d{1,8}$/.test(found)) throw new NodesError('The Esplora has no height')
      return Number(found)
    })
  }

  /**
   * Sends a signed transaction. A refusal is no error: the transaction may have been sent before.
   * @throws NodesError when no Esplora answered
   */
  async send(hex: string, signal: AbortSignal): Promise<void> {
    await this.#first(signal, async ({ url }, limited) => {
      const response = await this.#request(`${url}/tx`, limited, { method: 'POST', body: hex })
      await response.body?.cancel()
      if (!response.ok && response.status !== 400) failed(response)
    })
  }

  async #first<value>(
    signal: AbortSignal,
    attempt: (esplora: Esplora, limited: AbortSignal) => Promise<value>,
  ): Promise<value> {
    let failure: unknown
    for (const esplora of this.#esploras)
      try {
        return await withLimit(timeLimit, signal, async (limited) => {
          await this.#check(esplora, limited)
          return attempt(esplora, limited)
        })
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof BorderError)) esplora.checkedAt = -Infinity
        failure = error
      }
    if (failure instanceof NodesError) throw failure
    throw new NodesError('No Esplora answered', { cause: failure })
  }

  /** Checks that an Esplora belongs to the chain, by the hash of the first block. */
  async #check(esplora: Esplora, signal: AbortSignal): Promise<void> {
    const { now, reference } = this.#options
    if (now() - esplora.checkedAt < trust) return
    const hash = await this.#text(`${esplora.url}/block-height/0`, signal)
    if (!hash.startsWith(reference)) throw new NodesError('The Esplora belongs to another chain')
    esplora.checkedAt = now()
  }

  async #text(url: string, signal: AbortSignal): Promise<string> {
    const response = await this.#request(url, signal)
    if (!response.ok) return failed(response)
    return readShape(text, (await readLimited(response.body, maxText)).toString('latin1').trim())
  }

  #request(url: string, signal: AbortSignal, init: RequestInit = {}): Promise<Response> {
    return this.#options.fetch(url, { ...init, signal, redirect: 'error' })
  }
}

/** @throws NodesError always: the message has no URL, because a URL may contain a key */
function failed({ status }: Response): never {
  throw new NodesError(`The Esplora answered ${status}`)
}
