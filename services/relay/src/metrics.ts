/** One number that only grows, or goes up and down. */
export type Counter = { add(by?: number): void }
/** Collects durations, in seconds. */
export type Histogram = { observe(seconds: number): void }

type Labels = Readonly<Record<string, string>>
type Family = { help: string; type: 'counter' | 'gauge' | 'histogram'; lines: () => string[] }

/** Upper bounds of the durations' buckets, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const

/** Numbers about the relay in Prometheus' text format. Nothing of a message or a client is in them. */
export function createMetrics() {
  const families = new Map<string, Family>()

  function counter(name: string, help: string, type: 'counter' | 'gauge'): (labels?: Labels) => Counter {
    const values = new Map<string, number>()
    families.set(name, { help, type, lines: () => [...values].map(([labels, value]) => `${name}${labels} ${value}`) })
    return (labels = {}) => {
      const key = write(labels)
      values.set(key, values.get(key) ?? 0)
      return { add: (by = 1) => void values.set(key, (values.get(key) ?? 0) + by) }
    }
  }

  function histogram(name: string, help: string): Histogram {
    const counts = Array<number>(bounds.length + 1).fill(0)
    let sum = 0
    let count = 0
    families.set(name, {
      help,
      type: 'histogram',
      lines: () => [
        ...[...bounds, '+Inf'].map((bound, index) => `${name}_bucket{le="${bound}"} ${counts.slice(0, index + 1).reduce((total, each) => total + each, 0)}`),
        `${name}_sum ${sum}`,
        `${name}_count ${count}`,
      ],
    })
    return {
      observe(seconds) {
        const index = bounds.findIndex((bound) => seconds <= bound)
        const bucket = index < 0 ? bounds.length : index
        counts[bucket] = (counts[bucket] ?? 0) + 1
        sum += seconds
        count += 1
      },
    }
  }

  const connections = counter('latchkey_relay_connections_total', 'Sockets that came, by what became of them.', 'counter')
  const requests = counter('latchkey_relay_requests_total', 'Requests answered, by method and by the tag of the error.', 'counter')
  const published = counter('latchkey_relay_published_total', 'Messages published, by whether they were new.', 'counter')
  const webhooks = counter('latchkey_relay_webhooks_total', 'Calls of webhooks: taken, failed and made again, refused for their address, put off for a busy host, given up.', 'counter')
  const known = new Map<string, Counter>()
  return {
    sockets: counter('latchkey_relay_sockets', 'Open sockets.', 'gauge')(),
    connection: (outcome: string) => connections({ outcome }),
    /** Only names of our own methods come in here: foreign ones would fill the memory. */
    request(method: string, outcome: string): Counter {
      const name = `${method} ${outcome}`
      const found = known.get(name) ?? requests({ method, outcome })
      known.set(name, found)
      return found
    },
    published: { stored: published({ outcome: 'stored' }), known: published({ outcome: 'known' }), full: published({ outcome: 'full' }) },
    pushed: counter('latchkey_relay_pushed_total', 'Messages pushed to sockets.', 'counter')(),
    repeated: counter('latchkey_relay_repeated_total', 'Pushes repeated because nobody acknowledged them.', 'counter')(),
    acknowledged: counter('latchkey_relay_acknowledged_total', 'Pushes acknowledged.', 'counter')(),
    webhooks: (outcome: 'taken' | 'failed' | 'refused' | 'busy' | 'late') => webhooks({ outcome }),
    failures: counter('latchkey_relay_store_failures_total', 'Calls of the store that failed.', 'counter')(),
    answer: histogram('latchkey_relay_answer_seconds', 'Time from a request to its answer.'),
    text(): string {
      return [...families].map(([name, { help, type, lines }]) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines().map((line) => `${line}\n`).join('')}`).join('')
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

function write(labels: Labels): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${value.replace(/[\\"\n]/g, '')}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}
