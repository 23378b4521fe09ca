import { createMeters } from '@latchkey/server/metrics'

/** Creates the metrics in Prometheus' text format, without addresses and users. */
export function createMetrics() {
  const { meter, reading, histogram, text } = createMeters()
  return {
    /** By route pattern and status. */
    requests: meter(
      'latchkey_wallet_requests_total',
      'Requests answered, by route and status.',
      'counter',
    ),
    answer: histogram(
      'latchkey_wallet_answer_seconds',
      'Time from a request to its answer, without those that wait for a link.',
    ),
    /** By kind and result. */
    mails: meter(
      'latchkey_wallet_mails_total',
      'Mails handed to the mail server, by kind and result.',
      'counter',
    ),
    /** By event: codes right and wrong, logins, refusals, accounts, recoveries. */
    events: meter(
      'latchkey_wallet_events_total',
      'What happened to logins and accounts, by event.',
      'counter',
    ),
    /** By reason. */
    refused: meter(
      'latchkey_wallet_refused_total',
      'Requests and connections refused, by the limit that was met.',
      'counter',
    ),
    defects: meter(
      'latchkey_wallet_defects_total',
      'Requests that ended by a defect of this service.',
      'counter',
    )(),
    running: (read: () => number) =>
      reading('latchkey_wallet_requests_running', 'Requests that are being worked on.', read),
    connections: (read: () => number) =>
      reading('latchkey_wallet_connections', 'Open connections.', read),
    waitingMails: (read: () => number) =>
      reading('latchkey_wallet_mails_waiting', 'Mails that wait to be sent.', read),
    text,
  }
}

export type Metrics = ReturnType<typeof createMetrics>
