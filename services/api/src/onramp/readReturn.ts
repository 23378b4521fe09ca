import { isLoopback, isPageLink } from '@latchkey/protocol/links'
import { readUrl } from '@latchkey/protocol/readUrl'
import { ApiError } from '../apiError.ts'

/** Maximum of characters of the URL to which a checkout leads back. */
const maxUrlLength = 2_048

/** Origins of sites by project id; the origins of `*` are for all projects. */
export type ReturnOrigins = Readonly<Record<string, readonly string[]>>

/**
 * The URL to which a checkout may lead back. Anyone may begin an order, so only sites that the
 * operator has named and pages on the visitor's own machine are accepted. Otherwise a page of this
 * service could redirect anywhere. Undefined if the operator has named no site.
 * @throws ApiError 400 `redirectUrl`
 */
export function readReturn(
  redirectUrl: string | undefined,
  { projectId, returns }: { projectId: string | undefined; returns: ReturnOrigins | undefined },
): string | undefined {
  if (redirectUrl === undefined) return undefined
  if (redirectUrl.length > maxUrlLength || !isPageLink(redirectUrl))
    throw new ApiError(400, 'redirectUrl', 'Expected an https address')
  const url = readUrl(redirectUrl)
  if (!url) return undefined
  if (isLoopback(url)) return redirectUrl
  const of = (id: string) => (returns && Object.hasOwn(returns, id) ? (returns[id] ?? []) : [])
  const named = [...of('*'), ...(projectId === undefined ? [] : of(projectId))]
  if (named.includes(url.origin)) return redirectUrl
  if (returns === undefined) return undefined
  throw new ApiError(400, 'redirectUrl', 'Expected an address of a site that this service knows')
}
