import { times } from '@latchkey/protocol/limits'
import type { WalletRow } from '@latchkey/protocol/walletList'
import shipped from '../../data/wallets.json' with { type: 'json' }
import { createListing, type Listing } from './createListing.ts'
import { readUpstream, UpstreamError } from './readUpstream.ts'

/**
 * The wallets that are known now. `isFinal` is false until the other catalogue has answered once.
 */
export type Known = { listing: Listing; isFinal: boolean }

/** The wallets that the API lists. */
export type Catalogue = {
  /**
   * Never fails. If there is another catalogue that has not answered yet, a call waits for the
   * running request to it, at most `firstWait` milliseconds.
   */
  read(): Promise<Known>
}

type Options = {
  /** Rows that replace the catalogue that the service ships. */
  wallets?: readonly unknown[]
  /**
   * The address of another catalogue. It is read again when its last answer is older than two
   * hours.
   */
  url?: string
  /**
   * Whether a wallet without a drawing may have a picture that the service fetches. @default no
   * wallet
   */
  mayHavePicture?: ((row: WalletRow) => boolean) | undefined
  fetch: typeof fetch
  now: () => number
  /** Milliseconds that a request waits for the other catalogue's first answer. @default 3000 */
  firstWait?: number
  /** Is called at every failure. The error contains no address. */
  onFailure?: (error: Error) => void
}

/** Milliseconds for all pages of another catalogue together. */
const upstreamLimit = 60_000
/** Milliseconds after a failure until the next request. */
const pauseAfterFailure = 60_000

/**
 * Makes the catalogue from the service's own file, the operator's rows, or another service. If the
 * other service fails, its last valid answer is used.
 */
export function createCatalogue({
  wallets,
  url,
  mayHavePicture,
  fetch,
  now,
  firstWait = 3_000,
  onFailure,
}: Options): Catalogue {
  const own = lazy(() => createListing(wallets ?? shipped, mayHavePicture))
  if (!url) return { read: async () => ({ listing: own(), isFinal: true }) }
  let good: Listing | undefined
  /** When the last request ended, and the milliseconds until the next one. */
  let last = { at: 0, pause: 0 }
  let running: Promise<void> | undefined

  async function refresh(upstream: string): Promise<void> {
    try {
      const listing = createListing(
        await readUpstream({ url: upstream, fetch, signal: AbortSignal.timeout(upstreamLimit) }),
        mayHavePicture,
      )
      if (listing.entries.length === 0) throw new UpstreamError('It holds no wallet')
      good = listing
      last = { at: now(), pause: times.walletList }
    } catch (error) {
      last = { at: now(), pause: pauseAfterFailure }
      onFailure?.(error instanceof Error ? error : new UpstreamError('It could not be asked'))
    } finally {
      running = undefined
    }
  }

  return {
    async read() {
      const age = now() - last.at
      // `age` is negative when the clock was set back
      if (age < 0 || age >= last.pause) running ??= refresh(url)
      if (!good && running) await orAfter(running, firstWait)
      return { listing: good ?? own(), isFinal: good !== undefined }
    },
  }
}

async function orAfter(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([promise, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))])
  clearTimeout(timer)
}

function lazy<value>(make: () => value): () => value {
  let made: { value: value } | undefined
  return () => (made ??= { value: make() }).value
}
