import type { Part } from '@latchkey/server/part'
import { createApi, type ApiPart } from '../../../api/src/createApi.ts'
import { preparePlainNames } from '../../../api/src/identity/plainName.ts'
import { createSandbox } from '../../../sandbox/src/createSandbox.ts'
import { createWallet } from '../../../wallet/src/server/createWallet.ts'
import type { Settings } from '../settings/readSettings.ts'
import type { Log } from './log.ts'
import { createRelayPart } from './relayPart.ts'

/** The names of the services, in the order in which the status page shows them. */
export const partNames = ['api', 'relay', 'wallet', 'sandbox'] as const
export type PartName = (typeof partNames)[number]

/** The services of the settings. */
export type Parts = {
  names: readonly PartName[]
  /** The services that have started. */
  running: Partial<Record<PartName, Part>>
  /** The state of the index of each indexed chain. */
  indexes: () => Readonly<Record<string, string>>
  /**
   * Starts all services.
   * @param url the address of this program on this machine
   * @throws an error that an operator has to fix; then no service runs
   */
  start: (url: string) => Promise<void>
  /**
   * Accepts no new socket, and closes the open sockets within `drain` milliseconds. Requests are
   * still answered.
   */
  drain: (how: { drain: number }) => Promise<unknown>
  /**
   * Ends all services. Running requests get `drain` milliseconds to finish.
   * @throws the first failure, after all services have ended
   */
  close: (how: { drain: number }) => Promise<void>
}

/**
 * Makes the services, each over its own store.
 * @throws OptionError
 */
export function createParts(
  { api: apiOptions, relay: relayOptions, wallet: walletOptions, sandbox: selling }: Settings,
  log: Log,
): Parts {
  const api = apiOptions && createApi({ ...apiOptions, log: log.of('api') })
  const wallet = walletOptions && createWallet({ ...walletOptions, log: log.of('wallet') })
  const sandbox = selling && createSandbox({ ...selling.options, log: log.of('sandbox') })
  const running: Parts['running'] = {}
  const closers: ((how: { drain: number }) => Promise<unknown>)[] = []
  let apiPart: ApiPart | undefined
  let drain: Parts['drain'] = async () => {}

  async function startApi(): Promise<void> {
    if (!api) return
    closers.push(api.close)
    // without this, the first unusual name would block all services for up to half a second
    if (apiOptions.limits?.loopDelay !== false) preparePlainNames()
    apiPart = await api.attach()
    running.api = apiPart
  }

  async function startRelay(): Promise<void> {
    if (!relayOptions) return
    const relay = createRelayPart(relayOptions, log, (part) => (running.relay = part))
    drain = relay.drain
    closers.push(relay.close)
    await relay.start()
  }

  async function startWallet(): Promise<void> {
    if (!wallet) return
    closers.push(wallet.close)
    running.wallet = await wallet.attach()
  }

  /**
   * Starts the sandbox.
   * @param url where the API answers
   */
  async function startSandbox(url: string): Promise<void> {
    if (!sandbox) return
    closers.push(sandbox.close)
    sandbox.useApi(url)
    await sandbox.listen(selling.where)
    running.sandbox = sandbox.part
  }

  async function close(how: { drain: number }): Promise<void> {
    const ended = await Promise.allSettled(closers.splice(0).map((end) => end(how)))
    for (const name of partNames) delete running[name]
    for (const each of ended) if (each.status === 'rejected') throw each.reason
  }

  return {
    names: [
      ...(api ? ['api' as const] : []),
      ...(relayOptions ? ['relay' as const] : []),
      ...(wallet ? ['wallet' as const] : []),
      ...(sandbox ? ['sandbox' as const] : []),
    ],
    running,
    indexes: () => apiPart?.indexes() ?? {},
    async start(url) {
      const started = await Promise.allSettled([
        startApi(),
        startRelay(),
        startWallet(),
        startSandbox(url),
      ])
      const failed = started.find((each) => each.status === 'rejected')
      if (!failed) return
      await close({ drain: 0 }).catch(() => {}) // `failed` is thrown instead
      throw failed.reason
    },
    drain: (how) => drain(how),
    close,
  }
}
