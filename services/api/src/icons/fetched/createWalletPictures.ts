import { setMaxListeners } from 'node:events'
import type { createFetch } from '@latchkey/server/createFetch'
import { AddressError } from '@latchkey/server/publicAddresses'
import { TooLargeError } from '@latchkey/server/readLimited'
import { within } from '@latchkey/server/waiting'
import { createSharedCache } from '@latchkey/server/sharedCache'
import type { PictureStore, Stored } from './createPictureStore.ts'
import { fetchPicture } from './fetchPicture.ts'
import {
  createHostCheck,
  createPictureUrls,
  type Pictured,
  type PictureSource,
} from './pictureUrls.ts'
import { PictureError, type Picture } from './readPicture.ts'

/**
 * The result for a wallet.
 * - `none`: its servers have no acceptable picture.
 * - `pending`: it is not known yet, or the servers do not answer now.
 */
export type FoundPicture = { status: 'found'; picture: Picture } | { status: 'none' | 'pending' }

/** Fetches pictures of wallets from hosts that the operator has named. */
export type WalletPictures = {
  /** Whether the operator's hosts may have a picture of the wallet. */
  mayHave(wallet: Pictured): boolean
  /**
   * Returns the picture of a wallet. It never fails, and waits at most three seconds, after which
   * the fetch continues.
   */
  read(wallet: Pictured): Promise<FoundPicture>
  close(): Promise<void>
}

/**
 * All times are in milliseconds.
 * - `retention`: after which a picture is fetched again
 * - `none`: after which a wallet without a picture is tried again
 * - `silence`: after which a server that did not answer is tried again
 * - `fetch`: the limit for one URL
 * - `wait`: how long a request waits for a fetch
 */
export const pictureTimes = {
  retention: 30 * 86_400_000,
  none: 6 * 3_600_000,
  silence: 60_000,
  fetch: 8_000,
  wait: 3_000,
}
/**
 * `entries`, `bytes`: maximum of pictures in memory, and of their bytes. `failures`: maximum of
 * wallets whose failure is remembered. `running`: maximum of concurrent fetches; beyond it no fetch
 * begins.
 */
const max = { entries: 2_000, bytes: 16 * 1024 * 1024, failures: 20_000, running: 64 }

type Options = {
  source: PictureSource
  fetch: ReturnType<typeof createFetch>
  /** Undefined: pictures are stored in memory only. */
  store: PictureStore | undefined
  now: () => number
  /** Is called at every failure. The error's message contains no address. */
  onFailure: (error: Error) => void
  /** @default pictureTimes */
  times?: typeof pictureTimes
}

/**
 * Fetches the picture of a wallet when it is first requested. Concurrent requests for it share one
 * fetch. A wallet without a picture is tried again after some hours. If its server did not answer,
 * it is tried again after a minute.
 */
export function createWalletPictures(options: Options): WalletPictures {
  const { source, fetch, store, now, onFailure, times = pictureTimes } = options
  const urlsOf = createPictureUrls(source)
  const may = createHostCheck(source)
  const found = createSharedCache<Picture>({
    lifetime: times.retention,
    max: max.entries,
    bytes: { max: max.bytes, of: ({ bytes }) => bytes.length },
    now,
  })
  const none = createSharedCache<'none'>({ lifetime: times.none, max: max.failures, now })
  const silent = createSharedCache<'pending'>({ lifetime: times.silence, max: max.failures, now })
  const running = new Map<string, Promise<void>>()
  const over = new AbortController()
  setMaxListeners(0, over.signal) // each fetch adds a listener

  /** The result that is known without a fetch. */
  function peek(id: string): FoundPicture | undefined {
    const picture = found.peek(id)
    if (picture) return { status: 'found', picture }
    const status = none.peek(id) ?? silent.peek(id)
    return status && { status }
  }

  async function load(id: string, urls: readonly URL[]): Promise<void> {
    const old = await stored(urls, options)
    const age = old ? now() - old.fetchedAt : Infinity
    if (old && age >= 0 && age < times.retention) return found.set(id, old.picture)
    try {
      const how = { fetch, may, milliseconds: times.fetch, signal: over.signal }
      const { url, picture } = await fetchFirst(urls, how)
      found.set(id, picture)
      // after a failure the picture is still in memory
      await store?.put(url.href, { picture, fetchedAt: now() }).catch(onFailure)
    } catch (error) {
      if (over.signal.aborted) return
      onFailure(withoutAddress(error))
      if (isAnswer(error)) none.set(id, 'none')
      else silent.set(id, 'pending')
      if (old) found.set(id, old.picture)
    }
  }

  return {
    mayHave: (wallet) => urlsOf(wallet).length > 0,
    async read(wallet) {
      const urls = urlsOf(wallet)
      if (urls.length === 0) return { status: 'none' }
      const known = peek(wallet.id)
      if (known) return known
      if (!running.has(wallet.id) && running.size < max.running)
        running.set(
          wallet.id,
          load(wallet.id, urls).finally(() => running.delete(wallet.id)),
        )
      const work = running.get(wallet.id)
      if (work) await within(times.wait, work)
      return peek(wallet.id) ?? { status: 'pending' }
    },
    async close() {
      over.abort()
      await Promise.allSettled(running.values())
      await store?.close()
    },
  }
}

/** The stored picture of the first of these URLs that has one. */
async function stored(
  urls: readonly URL[],
  { store, onFailure }: Options,
): Promise<Stored | undefined> {
  try {
    return await store?.find(urls.map(({ href }) => href))
  } catch (error) {
    if (error instanceof Error) onFailure(error)
    return undefined // the picture is fetched again
  }
}

/**
 * Fetches the first available picture.
 * @throws the error of the first server that did not answer; if all have answered, the error of the
 *   last one: a PictureError or another final error
 */
async function fetchFirst(
  urls: readonly URL[],
  how: Parameters<typeof fetchPicture>[1],
): Promise<{ url: URL; picture: Picture }> {
  let failure: unknown = new PictureError('It has no URL')
  for (const url of urls) {
    try {
      return { url, picture: await fetchPicture(url, how) }
    } catch (error) {
      if (isAnswer(failure)) failure = error
    }
  }
  throw failure
}

/** The failure that is reported to the operator. Its message contains no address. */
const withoutAddress = (error: unknown): PictureError =>
  error instanceof PictureError
    ? error
    : new PictureError(
        isAnswer(error)
          ? 'It is too large, or its host leads to no public address'
          : 'Its server did not answer',
        { cause: error },
      )

/** Whether a failure is final: the same request would get the same result. */
const isAnswer = (error: unknown) =>
  [PictureError, TooLargeError, AddressError].some((type) => error instanceof type)
