/**
 * Network failures between a page and a service. Each function takes a pattern of addresses, and
 * returns the function that ends the failure.
 */
import type { BrowserContext, Page } from '@playwright/test'

type Where = Page | BrowserContext

/** Blocks requests, so that they never arrive. */
export async function cut(where: Where, url: string): Promise<() => Promise<void>> {
  await where.route(url, (route) => route.abort('connectionfailed'))
  return () => where.unroute(url)
}

/**
 * Loses the answer of the next request, which the service handles once. Later requests get their
 * answers.
 */
export async function loseAnswer(where: Where, url: string): Promise<void> {
  await where.route(
    url,
    async (route) => {
      // Node cannot resolve names of this machine, only its address
      const url = new URL(route.request().url())
      const { host } = url
      url.hostname = '127.0.0.1'
      await route.fetch({
        url: url.href,
        headers: { ...(await route.request().allHeaders()), host },
      })
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

/** Holds requests back: they neither reach the service nor get an answer. */
export async function silence(where: Where, url: string): Promise<() => Promise<void>> {
  await where.route(url, () => {})
  return () => where.unroute(url)
}
