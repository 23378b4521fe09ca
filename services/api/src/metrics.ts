type Labels = Readonly<Record<string, string>>
type Kind = 'counter' | 'gauge'
/** One number, under the labels it was made for. */
export type Meter = { add(by?: number): void; set(to: number): void }

/** Upper bounds of the durations' buckets, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const

/** Numbers about the service in Prometheus' text format. No account, address or body is in them. */
export function createMetrics() {
  const families = new Map<string, { help: string; type: Kind | 'histogram'; lines: () => string[] }>()

  function meter(name: string, help: string, type: Kind): (labels: Labels) => Meter {
    const values = new Map<string, number>()
    families.set(name, { help, type, lines: () => [...values].map(([labels, value]) => `${name}${labels} ${value}`) })
    return (labels) => {
      const key = write(labels)
      return { add: (by = 1) => void values.set(key, (values.get(key) ?? 0) + by), set: (to) => void values.set(key, to) }
    }
  }

  function histogram(name: string, help: string): { observe(seconds: number): void } {
    const counts = Array<number>(bounds.length + 1).fill(0)
    let sum = 0
    const upTo = (index: number) => counts.slice(0, index + 1).reduce((total, each) => total + each, 0)
    const lines = () => [...[...bounds, '+Inf'].map((bound, index) => `${name}_bucket{le="${bound}"} ${upTo(index)}`), `${name}_sum ${sum}`, `${name}_count ${upTo(bounds.length)}`]
    families.set(name, { help, type: 'histogram', lines })
    return {
      observe(seconds) {
        const index = bounds.findIndex((bound) => seconds <= bound)
        const bucket = index < 0 ? bounds.length : index
        counts[bucket] = (counts[bucket] ?? 0) + 1
        sum += seconds
      },
    }
  }

  return {
    /** By route pattern and status. */
    requests: meter('latchkey_api_requests_total', 'Requests answered, by route and status.', 'counter'),
    answer: histogram('latchkey_api_answer_seconds', 'Time from a request to its answer.'),
    /** By chain. */
    indexedBlocks: meter('latchkey_api_index_blocks_total', 'Blocks indexed.', 'counter'),
    indexedTransfers: meter('latchkey_api_index_transfers_total', 'Transfers indexed.', 'counter'),
    untraced: meter('latchkey_api_index_untraced_total', 'Blocks indexed without what contracts sent.', 'counter'),
    takenBack: meter('latchkey_api_index_taken_back_total', 'Blocks taken back because the chain replaced them.', 'counter'),
    head: meter('latchkey_api_index_head', 'The newest block that is indexed.', 'gauge'),
    newest: meter('latchkey_api_index_newest', 'The newest block that the chain was seen to have.', 'gauge'),
    failures: meter('latchkey_api_index_failures_total', 'Steps of the indexer that failed.', 'counter'),
    strangers: meter('latchkey_api_foreign_nodes_total', 'Times that a node of the list turned out to belong to another chain.', 'counter'),
    alarm: meter('latchkey_api_index_alarm', '1 while nodes show another chain than the one that is indexed, from below its finality on.', 'gauge'),
    headTime: meter('latchkey_api_index_head_seconds', 'When the newest block that is indexed was made, in seconds since 1970.', 'gauge'),
    /** By network and provider. */
    history: meter('latchkey_api_history_total', 'Readings of a history, by who was asked and whether it answered.', 'counter'),
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
