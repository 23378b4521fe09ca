import { createMeters, type Meter, type Meters } from '@latchkey/server/metrics'
import type { MailboxStore } from './store/mailboxStore.ts'

/** Which limit was the reason to refuse or disconnect a client. */
export type Refusal =
  | 'connections'
  | 'connects'
  | 'client'
  | 'address'
  | 'all'
  | 'overloaded'
  | 'requests'
  | 'silent'
  | 'slow'
  | 'underWay'
  | 'share'
  | 'store'

/** The names and help texts of counters that have labels. */
const labelledCounters = {
  connections: ['latchkey_relay_connections_total', 'Sockets that came, by what became of them.'],
  requests: [
    'latchkey_relay_requests_total',
    'Requests answered, by method and by the tag of the error.',
  ],
  published: ['latchkey_relay_published_total', 'Messages published, by whether they were new.'],
  webhooks: [
    'latchkey_relay_webhooks_total',
    'Calls of webhooks: taken, failed and made again, refused for their address, put off for a busy host, given up, without room.',
  ],
  refused: [
    'latchkey_relay_refused_total',
    'Connections not let in or sent away, and requests refused, because somebody took too much, by what there was too much of.',
  ],
} as const

function readUsage({ reading }: Meters, store: Pick<MailboxStore, 'usage'>): void {
  reading('latchkey_relay_store_bytes', 'Bytes that the store takes.', () => store.usage().bytes)
  reading(
    'latchkey_relay_store_most_bytes',
    'Bytes that the store may take.',
    () => store.usage().max,
  )
}

/**
 * Makes the metrics of the relay in the Prometheus format. They contain no data of messages or
 * clients.
 */
export function createMetrics(store: Pick<MailboxStore, 'usage'>) {
  const meters = createMeters()
  const labelled = (counter: keyof typeof labelledCounters) => {
    const [name, help] = labelledCounters[counter]
    return meters.meter(name, help, 'counter')
  }
  const connections = labelled('connections')
  const requests = labelled('requests')
  const published = labelled('published')
  const webhooks = labelled('webhooks')
  const refused = labelled('refused')
  const known = new Map<string, Map<string, Meter>>()
  const count = (name: string, help: string) => meters.meter(name, help, 'counter')()
  readUsage(meters, store)
  return {
    sockets: meters.meter('latchkey_relay_sockets', 'Open sockets.', 'gauge')(),
    connection: (outcome: string) => connections({ outcome }),
    refused: (reason: Refusal) => refused({ why: reason }),
    /**
     * Counts a request. Labels are only names of the relay's own methods, because names that
     * clients invent would fill the memory.
     */
    request(method: string, outcome: string): Meter {
      const found = known.get(method)?.get(outcome)
      if (found) return found
      const made = requests({ method, outcome })
      known.set(method, (known.get(method) ?? new Map<string, Meter>()).set(outcome, made))
      return made
    },
    published: {
      stored: published({ outcome: 'stored' }),
      known: published({ outcome: 'known' }),
      full: published({ outcome: 'full' }),
    },
    pushed: count('latchkey_relay_pushed_total', 'Messages pushed to sockets.'),
    repeated: count(
      'latchkey_relay_repeated_total',
      'Pushes repeated because nobody acknowledged them.',
    ),
    acknowledged: count('latchkey_relay_acknowledged_total', 'Pushes acknowledged.'),
    webhooks: (outcome: 'taken' | 'failed' | 'refused' | 'busy' | 'late' | 'dropped') =>
      webhooks({ outcome }),
    failures: count('latchkey_relay_store_failures_total', 'Calls of the store that failed.'),
    defects: count(
      'latchkey_relay_defects_total',
      'Defects of the relay that ended a connection or a request.',
    ),
    late: meters.meter(
      'latchkey_relay_loop_late_seconds',
      'By how much the event loop was late when it was looked at last.',
      'gauge',
    )(),
    answer: meters.histogram('latchkey_relay_answer_seconds', 'Time from a request to its answer.'),
    text: meters.text,
  }
}

export type Metrics = ReturnType<typeof createMetrics>
