import type { Queries } from '@latchkey/server/db/database'
import { createStore, type Store } from '@latchkey/server/db/createStore'
import { failureOf } from '@latchkey/server/db/failureOf'
import { openDatabase } from '@latchkey/server/db/openDatabase'
import { causesOf } from '@latchkey/server/causesOf'
import { createHostTurns, type HostTurns } from '@latchkey/server/hostTurns'
import { migrations } from './db/migrations.ts'
import { createClientLimits, type ClientLimits } from './http/limitRequests.ts'
import { createKnownDevices, type KnownDevices } from './http/createKnownDevices.ts'
import { createReplays, type Replays } from './http/createReplays.ts'
import { noticeTimes, turnsOfClients } from './limits.ts'
import { createKeyring, type Keyring } from './keys/createKeyring.ts'
import { createApprovals, type Approvals } from './logins/createApprovals.ts'
import { createNotices, type Notices } from './mail/createNotices.ts'
import { createOutbox, type Outbox } from './mail/createOutbox.ts'
import { createSendMail } from './mail/createSendMail.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { CheckedOptions } from './options.ts'
import { createPrices, type Prices } from './prices/createPrices.ts'
import { Refusal } from './refusal.ts'
import { createCompanies, type Companies } from './socials/createCompanies.ts'
import { createFarcaster, type Farcaster } from './socials/createFarcaster.ts'
import { openWhenPossible } from './db/openWhenPossible.ts'

/** Everything that the endpoints share. */
export type Service = {
  options: CheckedOptions
  /** Milliseconds since 1970. */
  now: () => number
  store: Store
  /** @throws Refusal `unavailable` while the database is not open */
  queries: () => Queries
  keyring: Keyring
  metrics: Metrics
  outbox: Outbox
  notices: Notices
  clients: ClientLimits
  replays: Replays
  approvals: Approvals
  knownDevices: KnownDevices
  /** Turns of clients, see `turnsOfClients`. */
  turns: { known: HostTurns; entering: HostTurns; unknownClients: HostTurns }
  companies: Companies
  /** Undefined where the operator does not offer Farcaster. */
  farcaster: Farcaster | undefined
  /** Undefined where the operator names no source of prices. */
  prices: Prices | undefined
  /** Logs a failure of another server. @param why without personal data */
  warn: (route: string, why: string) => void
  /**
   * Opens the database, with as many attempts as needed. Resolves when it is open, or when the
   * first attempt has failed.
   * @throws errors that the operator has to fix
   */
  start: () => Promise<void>
  close: () => Promise<void>
}

/** Creates everything that the endpoints share. */
export function createService(options: CheckedOptions): Service {
  const now = options.now ?? Date.now
  const metrics = createMetrics()
  const keyring = createKeyring(options.keys)
  const log = createLog(options, now)
  const fail = (route: string, error: unknown) => log('error', route, causesOf(error))
  const store = createStore((onHeld) =>
    openDatabase(options.database, { migrations, program: 'latchkey-wallet', onHeld }),
  )
  const smtp = senderOf(options)
  const outbox = createOutbox({
    send: smtp.send,
    metrics,
    onFailure: (error) => fail('mail', error),
  })
  const queries = () => {
    const open = database.current()
    if (!open) throw new Refusal('unavailable')
    return open.queries
  }
  const notices = createNotices({
    outbox,
    keyring,
    queries,
    now,
    onFailure: (error) => fail('mail', error),
  })
  // When this process starts, all stored notices count as lost. Later, a notice counts as lost
  // after `noticeTimes.lost`.
  const onCleanup = (tx: Queries, opened: number | undefined) =>
    notices.resend(tx, opened ?? now() - noticeTimes.lost)
  const database = openWhenPossible({
    store,
    now,
    onCleanup,
    onFailure: (error) => log('error', 'database', failureOf(error)),
  })

  return {
    options,
    now,
    store,
    keyring,
    metrics,
    outbox,
    notices,
    queries,
    clients: createClientLimits({ options, metrics }),
    replays: createReplays(now, options.limits.clockSkew),
    approvals: createApprovals(),
    knownDevices: createKnownDevices(),
    turns: createClientTurns(),
    companies: createCompanies(options.socials),
    farcaster: options.farcaster && createFarcaster(options.farcaster),
    prices: pricesOf(options, { now, metrics, log }),
    warn: (route, why) => log('warn', route, why),
    start: database.start,
    async close() {
      await outbox.close()
      smtp.close()
      await database.close()
    },
  }
}

/** Sends mails with the operator's function, or to the operator's mail server. */
const senderOf = ({ mail, operator }: CheckedOptions) =>
  typeof mail === 'function'
    ? { send: mail, close: () => {} }
    : createSendMail({ ...mail, operator })

const createClientTurns = (): Service['turns'] => ({
  known: createHostTurns(turnsOfClients.known),
  entering: createHostTurns(turnsOfClients.entering),
  unknownClients: createHostTurns(turnsOfClients.unknownClients),
})

/** The source of prices that the operator names. */
const pricesOf = (
  { pricesUrl }: CheckedOptions,
  { now, metrics, log }: Pick<Service, 'now' | 'metrics'> & { log: ReturnType<typeof createLog> },
): Prices | undefined =>
  pricesUrl === undefined
    ? undefined
    : createPrices({
        pricesUrl,
        now,
        onFailure: (why) => {
          metrics.refused({ why: 'prices' }).add()
          log('warn', 'prices', why)
        },
      })

/** Makes the function that logs events without a request. */
const createLog =
  (options: CheckedOptions, now: () => number) =>
  (level: 'error' | 'warn', route: string, error: string) =>
    options.log?.({
      time: new Date(now()).toISOString(),
      level,
      requestId: '',
      route,
      status: 0,
      ms: 0,
      error,
    })
