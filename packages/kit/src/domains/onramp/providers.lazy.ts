import * as times from '@latchkey/protocol/times'
import { isPageLink } from '@latchkey/protocol/links'
import { onrampProviders } from '@latchkey/protocol/onramp'
import type { OnrampProvider as ProviderOnWire } from '@latchkey/protocol/onramp'
import { callApi } from '../../core/http/callApi.ts'
import { cleanText } from '../../core/text/cleanText.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { foreignPicture } from '../../core/http/foreignPicture.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * A company that sells tokens. Its texts are untrusted and cleaned; `iconUrls` are only for an
 * `<img>`.
 */
export type OnrampProvider = {
  id: string
  name: string
  /** The company's logo, for dark and for light surfaces. */
  iconUrls?: { dark?: string; light?: string }
  /** The company's fees as a text, such as `1–2%`. */
  feeRange?: string
  /** Ids of the company's payment methods; undefined if unknown. */
  methods?: readonly string[]
  /**
   * Symbols of the tokens that the company sells, and the networks on which it sells (CAIP-2).
   * Undefined if unknown.
   */
  symbols?: readonly string[]
  networkIds?: readonly string[]
  /** The company's website, https. */
  url?: string
  /** Whether the company is a sandbox, in which no real money is paid. */
  isTest: boolean
}

/**
 * Returns the companies that the site's API lists, cached for five minutes. Empty without an API.
 * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
 */
export async function getOnrampProviders(
  kit: Kit,
  { signal }: { signal?: AbortSignal } = {},
): Promise<readonly OnrampProvider[]> {
  const { api } = contextOf(kit)
  if (!api) return []
  const { client } = await contextOf(kit).queries()
  return client.fetchQuery({
    queryKey: ['onramp providers'],
    staleTime: times.onrampOptions,
    networkMode: 'always',
    queryFn: async ({ signal: querySignal }): Promise<readonly OnrampProvider[]> => {
      // an API without this endpoint lists no companies
      const rows = await callApi(api, onrampProviders, {
        query: {},
        retries: 1,
        signal: signal ?? querySignal,
      }).catch((error: unknown) => {
        if (KitError.is(error, 'httpFailed') && error.status === 404) return []
        throw error
      })
      return rows
        .filter(({ status }) => /^live$/i.test(status))
        .map((row) => readProvider(row, api.apiUrl))
    },
  })
}

function readProvider(
  {
    serviceProvider,
    name,
    websiteUrl,
    logos,
    feeRange,
    methods,
    symbols,
    networks,
    isTest = false,
  }: ProviderOnWire,
  apiUrl: string,
): OnrampProvider {
  const picture = (...names: readonly string[]) =>
    names.map((name) => foreignPicture(logos?.[name], apiUrl)).find((name) => name !== undefined)
  const [dark, light] = [picture('darkShort', 'dark'), picture('lightShort', 'light')]
  const range = cleanText(feeRange, 24)
  return {
    id: serviceProvider,
    name: cleanText(name) || nameOf(serviceProvider),
    ...((dark || light) && { iconUrls: { ...(dark && { dark }), ...(light && { light }) } }),
    ...(range && { feeRange: range }),
    ...(methods && methods.length > 0 && { methods }),
    ...(symbols && { symbols }),
    ...(networks && { networkIds: networks }),
    ...(isPageLink(websiteUrl) && { url: websiteUrl }),
    isTest,
  }
}

/** Makes a name from the id of a provider that is not in the list: `TRANSAK` becomes `Transak`. */
export function nameOf(id: string): string {
  const plain = cleanText(id, 40).replace(/[_-]+/g, ' ').trim().toLowerCase()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
