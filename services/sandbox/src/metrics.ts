import { createMeters } from '@latchkey/server/metrics'

/** The sandbox's metrics in the Prometheus format. They contain no accounts and no addresses. */
export function createMetrics() {
  const { meter, text } = createMeters()
  return {
    /** Messages to the API, by whether the API acknowledged them. */
    webhooks: meter(
      'latchkey_sandbox_messages_total',
      'Messages to the API, by whether they were acknowledged.',
      'counter',
    ),
    /** Payouts, by chain and outcome. */
    payouts: meter(
      'latchkey_sandbox_payouts_total',
      'Payouts of the treasury, by chain and end.',
      'counter',
    ),
    payoutFailures: meter(
      'latchkey_sandbox_payout_failures_total',
      'Rounds of the treasury that failed.',
      'counter',
    ),
    /** Refused requests and connections, by reason. */
    refused: meter(
      'latchkey_sandbox_refused_total',
      'Requests and connections refused, by the limit that was met.',
      'counter',
    ),
    defects: meter(
      'latchkey_sandbox_defects_total',
      'Requests that ended by a defect of the sandbox.',
      'counter',
    )(),
    text,
  }
}

export type Metrics = ReturnType<typeof createMetrics>
