import packageJson from '../../../package.json' with { type: 'json' }
import type { Route } from '../http/env.ts'
import type { Service } from '../service.ts'

const noStore = { 'cache-control': 'no-store' }

/**
 * Reports whether the service works, and its version: 200, or 503 while its database fails.
 * Answers within a second.
 */
export function health({ store }: Service): Route {
  return {
    method: 'GET',
    path: '/health',
    async answer(call) {
      const fault = await store.fault()
      return fault === undefined
        ? call.text(`OK, latchkey wallet v${packageJson.version}`, 200, noStore)
        : call.text(fault, 503, { ...noStore, 'retry-after': '5' })
    },
  }
}

/** Returns the metrics in Prometheus' text format. */
export function metrics(service: Service): Route {
  return {
    method: 'GET',
    path: '/metrics',
    answer: (call) =>
      call.text(service.metrics.text(), 200, {
        ...noStore,
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      }),
  }
}
