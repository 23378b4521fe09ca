import type { Route } from '../http/env.ts'
import type { Service } from '../service.ts'

/** Makes the endpoint of the metrics, in the Prometheus format. */
export function metrics(service: Pick<Service, 'metrics'>): Route {
  return {
    method: 'GET',
    path: '/metrics',
    answer: (call) =>
      call.text(service.metrics.text(), 200, {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
      }),
  }
}
