import { createHostTurns } from './hostTurns.ts'
import { AddressError, createUrlPolicy, createLookup } from './publicAddresses.ts'
import { readLimited } from './readLimited.ts'
import { type RequestOptions, sendRequest } from './sendRequest.ts'
import { withLimit } from './waiting.ts'

/** The limits of one request. */
export type FetchOptions = Omit<RequestOptions, 'lookup'> & {
  /** The maximum number of bytes of the answer. */
  bytes: number
  /** The time limit of the whole request, in milliseconds. */
  milliseconds: number
}

/**
 * The status, and the bytes as received, without decompression. A redirect is not followed but
 * returned; `location` is its target as the server wrote it.
 */
export type Fetched = { status: number; body: Buffer<ArrayBuffer>; location: string | undefined }

/**
 * How many requests run at the same time: to one host, and in all. Further requests wait; their
 * time limit runs meanwhile.
 */
const atOnce = { each: 16, all: 256 }

/**
 * Creates a function that fetches URLs which an untrusted client may have chosen. A request follows
 * no redirect. It ends with its signal, at its time limit or at its maximum of bytes. It connects
 * only to public addresses, unless the operator has listed the host.
 * @param hosts the operator's hosts, as `host` or `host:port`
 */
export function createFetch(
  hosts: readonly string[] = [],
): (url: URL, options: FetchOptions) => Promise<Fetched> {
  const policy = createUrlPolicy(hosts)
  const turns = createHostTurns(atOnce)

  /**
   * Fetches a URL.
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
          // an aborted request throws the signal's reason, not the error of its broken connection
          signal.throwIfAborted()
          throw error
        }
      }),
    )
  }
}
