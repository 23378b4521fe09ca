import { createMeters } from '@latchkey/server/metrics'

/** The metrics of this program. Each service has its own, in addition. */
export function createMetrics(openConnections: () => number) {
  const { meter, reading, text } = createMeters()
  reading('latchkey_serve_connections', 'Open connections.', openConnections)
  reading('latchkey_serve_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss())
  return {
    defects: meter('latchkey_serve_defects_total', 'Requests that ended by a defect.', 'counter')(),
    refused: meter(
      'latchkey_serve_refused_total',
      'Requests and connections refused before they reached a service, by status or limit.',
      'counter',
    ),
    ready: meter(
      'latchkey_serve_ready',
      '1 for each service that answers and whose store does.',
      'gauge',
    ),
    text,
  }
}

export type ServeMetrics = ReturnType<typeof createMetrics>
