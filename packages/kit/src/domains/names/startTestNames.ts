import { afterAll, beforeAll } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createApi } from '../../../../../services/api/src/createApi.ts'
import type { Api } from '../../../../../services/api/src/createApi.ts'
import { chainAt } from '../../../../../services/api/src/testing/chainAt.ts'
import { neverOverloaded } from '../../../../../services/api/src/testing/neverOverloaded.ts'
import type { Connector, SourceFactory } from '../../core/contracts/connectorSource.ts'
import type { NetworkId } from '@latchkey/protocol/caip'
import { startTestKit } from '../../session/startTestKit.ts'

/** The time at which the clocks of the tests and of the API start, in milliseconds since 1970. */
const start = Date.UTC(2026, 0, 1)

/** Starts the real API for all tests of a file. `pass` moves the API's clock. */
export function serveNames(options: Partial<Parameters<typeof createApi>[0]> = {}) {
  let late = 0
  let api: Api | undefined
  let url = ''
  beforeAll(async () => {
    api = createApi({
      ...neverOverloaded,
      chains: [{ ...chainAt('http://127.0.0.1:1'), networkId: 'eip155:31337' }],
      database: 'memory',
      clock: { now: () => start + late },
      rateLimit: false,
      ...options,
    })
    ;({ url } = await api.listen({ port: 0 }))
  }, 60_000)
  afterAll(() => api?.close())
  return { url: () => url, pass: (ms: number) => void (late += ms) }
}

type Options = Parameters<typeof startTestKit>[0] & {
  /** The type of the connector. @default auth */
  type?: Connector['type']
  /** The network of the login, CAIP-2. */
  networkId?: string
  /** Called before the wallet signs. */
  beforeSigning?: () => unknown
}

/**
 * A kit that is connected to a login, which signs with a real key. `requests` collects the messages
 * that it has to sign.
 */
export async function startTestNames({
  type = 'auth',
  networkId,
  beforeSigning,
  ...options
}: Options) {
  const account = privateKeyToAccount(generatePrivateKey())
  const requests: string[] = []
  const provider = signingProvider(account, async (message) => {
    requests.push(message)
    await beforeSigning?.()
  })
  const login: SourceFactory = {
    create: ({ kit, setConnectors }) => ({
      namespaces: ['eip155'],
      watch() {
        setConnectors([
          {
            id: 'login',
            name: 'Login',
            type,
            namespace: 'eip155',
            logins: { email: true, socials: [] },
          },
        ])
        return () => {}
      },
      prepare() {},
      connect: async () => [
        {
          connectorId: 'login',
          namespace: 'eip155',
          provider,
          method: 'login',
          state: () => ({
            accounts: [{ address: account.address }],
            networkId: (networkId as NetworkId | undefined) ?? kit.getState().networkId,
          }), // the cast: tests pass only valid network ids
          subscribe: () => () => {},
          disconnect: async () => {},
          close() {},
        },
      ],
      restore: async () => [],
    }),
  }
  const started = startTestKit({ ...options, sources: [login] })
  await started.kit.connect({
    connectorId: 'login',
    ...(type === 'auth' && { login: { email: 'ann@example.org' } }),
  })
  return { ...started, account, requests }
}

/** A provider that signs messages with the account, after it has called `onRequest`. */
const signingProvider = (
  account: ReturnType<typeof privateKeyToAccount>,
  onRequest: (message: string) => Promise<void>,
) => ({
  async request({
    params,
  }: {
    method: string
    params: readonly [message: `0x${string}`, address: string]
  }) {
    const [raw] = params
    await onRequest(Buffer.from(raw.slice(2), 'hex').toString())
    return account.signMessage({ message: { raw } })
  },
})
