import { afterEach } from 'vitest'
import * as v from 'valibot'
import { errorBody as errorSchema } from '@latchkey/protocol/api'
import { createApi, type Api } from '../createApi.ts'
import type { ApiOptions } from '../options.ts'
import { chainAt } from './chainAt.ts'
import { neverOverloaded } from './neverOverloaded.ts'
import { startFakeNode, type FakeNode } from './startFakeNode.ts'

/**
 * Starts APIs and fake nodes for the tests of a file, without a devnet. Each ends with its test.
 */
export type IsolatedApis = {
  /** Starts an API. Its chain has no working node, unless the options have one. */
  start: (options?: Partial<ApiOptions>) => Promise<Api & { url: string }>
  /** Starts a fake node. */
  node: (answer: Parameters<typeof startFakeNode>[0]) => Promise<FakeNode>
  /** What is closed when the test ends. */
  opened: { close: () => Promise<unknown> }[]
}

/** Prepares this for the tests of the calling file. */
export function startIsolatedApis(): IsolatedApis {
  const opened: IsolatedApis['opened'] = []
  afterEach(
    async () => void (await Promise.all(opened.splice(0).map((resource) => resource.close()))),
  )
  return {
    opened,
    async start(options = {}) {
      const api = createApi({
        ...neverOverloaded,
        chains: [chainAt('http://127.0.0.1:1')],
        ...options,
      })
      opened.push(api)
      return { ...api, url: (await api.listen({ port: 0 })).url }
    },
    async node(answer) {
      const standIn = await startFakeNode(answer)
      opened.push(standIn)
      return standIn
    },
  }
}

/** The first reason in an answer that refuses a request. */
export async function reasonOf(response: Response) {
  return v.parse(errorSchema, await response.json()).reasons[0]
}
