type Labels = Readonly<Record<string, string>>
type Kind = 'counter' | 'gauge'
type Family = { help: string; type: Kind | 'histogram'; lines: () => string[] }

/** One number of a metric, for one set of labels. */
export type Meter = { add(by?: number): void; set(to: number): void }
/** Collects durations, in seconds. */
export type Histogram = { observe(seconds: number): void }

/** The upper bounds of the histogram's buckets, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const

/**
 * The metrics of a service. Labels are fixed names, never text from a client, because each label
 * takes memory.
 */
export type Meters = {
  meter(name: string, help: string, kind: Kind): (labels?: Labels) => Meter
  /** Adds a gauge. Each request for the metrics calls `read` for its value. */
  reading(name: string, help: string, read: () => number): void
  histogram(name: string, help: string): Histogram
  /** Returns all metrics in the text format of Prometheus. */
  text(): string
}

/** Creates the collection of a service's metrics. It is empty until metrics are added. */
export function createMeters(): Meters {
  const families = new Map<string, Family>()
  return {
    meter(name, help, type) {
      const values = new Map<string, { value: number }>()
      families.set(name, {
        help,
        type,
        lines: () => [...values].map(([labels, { value }]) => `${name}${labels} ${text(value)}`),
      })
      return (labels = {}) => {
        const key = write(labels)
        let entry = values.get(key)
        /** A value is listed once it was set. Later changes then need no lookup. */
        const list = () => {
          entry = values.get(key) ?? { value: 0 }
          values.set(key, entry)
          return entry
        }
        // a counter is listed even before it has counted
        if (type === 'counter' && Object.keys(labels).length === 0) list()
        return {
          add: (by = 1) => void ((entry ?? list()).value += by),
          set: (to) => void ((entry ?? list()).value = to),
        }
      }
    },
    reading: (name, help, read) =>
      void families.set(name, { help, type: 'gauge', lines: () => [`${name} ${text(read())}`] }),
    histogram(name, help) {
      const counts = Array<number>(bounds.length + 1).fill(0)
      let sum = 0
      const upTo = (index: number) =>
        counts.slice(0, index + 1).reduce((total, each) => total + each, 0)
      const lines = () => [
        ...[...bounds, '+Inf'].map(
          (bound, index) => `${name}_bucket{le="${bound}"} ${upTo(index)}`,
        ),
        `${name}_sum ${sum}`,
        `${name}_count ${upTo(bounds.length)}`,
      ]
      families.set(name, { help, type: 'histogram', lines })
      return {
        observe(seconds) {
          const index = bounds.findIndex((bound) => seconds <= bound)
          const bucket = index < 0 ? bounds.length : index
          counts[bucket] = (counts[bucket] ?? 0) + 1
          sum += seconds
        },
      }
    },
    text: () =>
      [...families]
        .map(
          ([name, { help, type, lines }]) =>
            `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines()
              .map((line) => `${line}\n`)
              .join('')}`,
        )
        .join(''),
  }
}

/** Formats a number. Prometheus writes infinity as `+Inf`. */
const text = (value: number) => (value === Infinity ? '+Inf' : String(value))

function write(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([key, value]) => `${key}="${value.replace(/[\\"\n]/g, '')}"`,
  )
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}
