import { createHostTurns } from './hostTurns.ts'
import { AddressError, createUrlPolicy, createLookup } from './publicAddresses.ts'
import { readLimited } from './readLimited.ts'
import { type RequestOptions, sendRequest } from './sendRequest.ts'
import { withLimit } from './waiting.ts'

/** Limits of one request. */
export type FetchOptions = Omit<RequestOptions, 'lookup'> & {
  /** Bytes of the answer. */
  bytes: number
  /** Milliseconds for the whole request. */
  milliseconds: number
}

/**
 * A status, and the bytes as received, without decompression. A redirect is an answer like any
 * other; `location` is its target, as written.
 */
export type Fetched = { status: number; body: Buffer<ArrayBuffer>; location: string | undefined }

/**
 * Max answers that are read at the same time: of one host, and of all. Others wait, and their own
 * time limit continues.
 */
const atOnce = { each: 16, all: 256 }

/**
 * Makes the function that fetches addresses which untrusted clients may have chosen. A request
 * follows no redirect, ends with its signal, its time limit or its max bytes, and connects only to
 * public addresses, unless the operator named the host.
 * @param hosts of the operator, as `host` or `host:port`
 */
export function createFetch(
  hosts: readonly string[] = [],
): (url: URL, options: FetchOptions) => Promise<Fetched> {
  const policy = createUrlPolicy(hosts)
  const turns = createHostTurns(atOnce)

  /**
   * @throws AddressError, TooLargeError, TimeLimitError; the system's error; the signal's reason
   */
  return async (url, options) => {
    const reach = policy(url)
    if (reach === 'refused' || !/^https?:$/.test(url.protocol))
      throw new AddressError('The address may not be called')
    return withLimit(options.milliseconds, options.signal, (signal) =>
      turns.run(url.host, signal, async () => {
        try {
          const response = await sendRequest(url, {
            ...options,
            signal,
            lookup: reach === 'public' ? createLookup(signal) : undefined,
          })
          return {
            status: response.statusCode ?? 0,
            location: response.headers.location,
            body: await readLimited(response, options.bytes),
          }
        } catch (error) {
          // throws the signal's reason instead of the error of the broken connection
          signal.throwIfAborted()
          throw error
        }
      }),
    )
  }
}
