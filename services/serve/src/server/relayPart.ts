import { causesOf } from '@latchkey/server/causesOf'
import { UnusableFolderError } from '@latchkey/server/db/database'
import { failureOf } from '@latchkey/server/db/failureOf'
import type { Part } from '@latchkey/server/part'
import { send } from '@latchkey/server/serve'
import { wait } from '@latchkey/server/waiting'
import { createRelay } from '../../../relay/src/createRelay.ts'
import { paths } from '../../../relay/src/http/answerHttp.ts'
import type { StoreChoice } from '../../../relay/src/readEnvironment.ts'
import type { MailboxStore } from '../../../relay/src/store/mailboxStore.ts'
import type { Settings } from '../settings/readSettings.ts'
import type { Log } from './log.ts'

/**
 * Milliseconds between two attempts to open damaged files. So the relay works again without a
 * restart when an operator puts back intact files.
 */
const again = 5_000

/** The relay with its store. */
export type RelayPart = {
  /**
   * Resolves when the relay runs. Resolves also when its files are damaged: then the relay tries to
   * open them again until `close`.
   * @throws any other error that an operator has to fix
   */
  start: () => Promise<void>
  drain: (how: { drain: number }) => Promise<void>
  close: (how: { drain: number }) => Promise<void>
}

/**
 * Makes the relay.
 * @param onPart receives the handler that answers requests from now on
 */
export function createRelayPart(
  { store: choice, options }: NonNullable<Settings['relay']>,
  log: Log,
  onPart: (part: Part) => void,
): RelayPart {
  const over = new AbortController()
  let running: { relay: ReturnType<typeof createRelay>; store: MailboxStore } | undefined
  let work = Promise.resolve()

  async function begin(): Promise<void> {
    const store = await openStore(choice, log)
    const relay = createRelay({ ...options, store, log: log.of('relay') })
    running = { relay, store }
    onPart(await relay.attach())
  }

  function fail(error: UnusableFolderError): void {
    log.of('relay')({ level: 'error', event: 'store failed', error: failureOf(error) })
    onPart(unusable(error.message))
  }

  async function repeat(): Promise<void> {
    for (await wait(again, over.signal); !over.signal.aborted; await wait(again, over.signal)) {
      try {
        return await begin()
      } catch (error) {
        if (error instanceof UnusableFolderError) fail(error)
        else log.of('relay')({ level: 'error', event: 'store failed', error: causesOf(error) })
      }
    }
  }

  return {
    async start() {
      try {
        await begin()
      } catch (error) {
        if (!(error instanceof UnusableFolderError)) throw error
        fail(error)
        work = repeat()
      }
    },
    async drain(how) {
      over.abort()
      await work
      await running?.relay.close(how)
    },
    async close(how) {
      over.abort()
      await work
      await running?.relay.close(how)
      await running?.store.close()
    },
  }
}

/** A handler that refuses all requests, for a relay whose store cannot be used. */
const unusable = (said: string): Part => ({
  segments: paths,
  async answer(_, response) {
    response.setHeader('cache-control', 'no-store')
    response.setHeader('access-control-allow-origin', '*')
    send(response, 503, '{"error":"Unavailable"}')
  },
  async upgrade(_, stream) {
    // without a listener, an error of a closed connection would end the process
    stream.on('error', () => {})
    stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  },
  onDefect: () => {},
  fault: async () => said,
  snapshot: async () => false,
  metrics: () => '',
})

async function openStore(choice: StoreChoice, log: Log): Promise<MailboxStore> {
  const write = log.of('relay')
  const onError = (error: Error) =>
    write({ level: 'error', event: 'store failed', error: causesOf(error) })
  if (choice.kind === 'folder')
    return (await import('../../../relay/src/store/lmdbStore.ts')).createLmdbStore({
      ...choice,
      onError,
    })
  return (await import('../../../relay/src/store/redisStore.ts')).createRedisStore({
    ...choice,
    onError,
  })
}
