import { counts } from '@latchkey/protocol/limits'
import { listOf } from '@latchkey/protocol/listOf'
import { sessionShape, type Session } from '@latchkey/protocol/sessions/endpoints'
import type { Hex } from 'viem'
import * as v from 'valibot'
import type { ApiOptions } from '../options.ts'
import { newOwner, sessionClient, type SessionAnswer } from './sessionClient.ts'
import { sessionChainId, startSessionChain } from './startSessionChain.ts'
import { startIsolatedApis } from './startIsolatedApis.ts'

/** The CAIP-10 id of an account on the chain of {@link startTestSessions}. */
export const idOf = ({ address }: { address: Hex }) => `eip155:${sessionChainId}:${address}`

const list = v.object({ pcis: listOf(sessionShape, counts.sessions) })

/** The sessions of a list. */
export const sessionsIn = ({ body }: SessionAnswer): Session[] => v.parse(list, body).pcis

/** The status, the field and the words of a refusal. */
export function failure({ status, body }: SessionAnswer): string {
  const [reason] = body['reasons'] as { field: string; description: string }[] // our own API
  return `${status} ${reason?.field}: ${reason?.description}`
}

/** Prepares APIs with sessions for the tests of the calling file. Each ends with its test. */
export function startTestSessions() {
  const { start, opened } = startIsolatedApis()

  /** An upgraded account on a chain, and a function that starts APIs for it. */
  async function prepare() {
    const { state, node, config } = await startSessionChain()
    opened.push(node)
    const owner = newOwner()
    state.upgraded.add(owner.address.toLowerCase())
    // the clock stands, and a test moves it
    const clock = { time: Date.now() }
    return {
      ...{ state, config, owner, id: idOf(owner) },
      /** Lets what was read of the chain be old. */
      pass: (seconds: number) => (clock.time += seconds * 1_000),
      startApi: async (options: Partial<ApiOptions> = {}) => {
        const api = await start({
          chains: [config],
          database: 'memory',
          names: { zones: [] },
          sessions: {},
          limits: { loopDelay: false, sessions: false },
          clock: { now: () => clock.time },
          ...options,
        })
        return { ...api, site: sessionClient(api.url) }
      },
    }
  }
  return {
    ...{ start, opened, prepare },
    /** An API with one chain, an upgraded account, and a site. */
    async begin(options: Partial<ApiOptions> = {}) {
      const { startApi, ...prepared } = await prepare()
      return { ...prepared, ...(await startApi(options)) }
    },
  }
}
