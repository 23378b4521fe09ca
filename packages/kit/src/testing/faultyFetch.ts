/**
 * The behaviour of the API: unchanged, with errors, without an answer, unreachable, two seconds
 * slower, or with invalid data.
 */
export type ApiBehaviour = 'answer' | 'fail' | 'hang' | 'offline' | 'slow' | 'nonsense'

/** A `fetch` with a behaviour that can be set, for the kit's option `fetch`. */
export type FaultyFetch = typeof fetch & { setBehaviour(behaviour: ApiBehaviour): void }

/** Milliseconds by which `slow` delays an answer. */
const slowness = 2_000

/**
 * Creates a `fetch` that passes requests on, or lets them fail, to test a site while the API is
 * down.
 * @param options.only part of a URL; requests to other URLs are always passed on
 * @example createKit({ fetch: createFaultyFetch({ behaviour: 'fail' }), … })
 */
export function createFaultyFetch({
  behaviour = 'answer',
  only = '',
  fetch = globalThis.fetch,
}: {
  behaviour?: ApiBehaviour
  only?: string
  fetch?: typeof globalThis.fetch
} = {}): FaultyFetch {
  let now = behaviour
  const faulty: typeof globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (now === 'answer' || !url.includes(only)) return fetch(input, init)
    if (now === 'offline') throw new TypeError('Failed to fetch')
    if (now === 'fail')
      return Response.json(
        { status: 'FAILED', reasons: [{ description: 'Told to fail' }] },
        { status: 503 },
      )
    if (now === 'nonsense') return Response.json({ nonsense: true })
    await new Promise<void>((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error), {
        once: true,
      })
      if (now === 'slow') setTimeout(resolve, slowness)
    })
    return fetch(input, init)
  }
  return Object.assign(faulty, { setBehaviour: (next: ApiBehaviour) => void (now = next) })
}
