/**
 * Ways in which a network fails between a page and a service. Each takes a pattern of addresses,
 * and gives the function that mends it.
 */
import type { BrowserContext, Page } from '@playwright/test'

type Where = Page | BrowserContext

/** The request never arrives. */
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
      // what Node asks finds no name of this machine but its address
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

/** The service takes every request and answers none. */
export async function silence(where: Where, url: string): Promise<() => Promise<void>> {
  await where.route(url, () => {})
  return () => where.unroute(url)
}
