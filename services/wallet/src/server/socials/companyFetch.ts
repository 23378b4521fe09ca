import { readLimited } from '@latchkey/server/readLimited'
import { withLimit } from '@latchkey/server/waiting'
import { companyAnswer } from '../limits.ts'

/** A request to a company, without its address. */
type CompanyRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string | URLSearchParams | undefined
  signal?: AbortSignal | undefined
}

/**
 * Calls a company. The answer is complete and within its limits of time and size. Redirects are not
 * followed, but returned like any other answer.
 * @throws TimeLimitError, TooLargeError; the system's error
 */
export function companyFetch(
  url: string | URL,
  { signal, method = 'GET', headers = {}, body }: CompanyRequest = {},
): Promise<Response> {
  return withLimit(
    companyAnswer.milliseconds,
    signal ?? new AbortController().signal,
    async (limited) => {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: limited,
        ...(body !== undefined && { body }),
      })
      const bytes = await readLimited(response.body, companyAnswer.bytes)
      const { status } = response
      return new Response(status === 204 || status === 304 ? null : bytes, {
        status,
        headers: response.headers,
      })
    },
  )
}
