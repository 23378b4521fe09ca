import { createMeters } from '@latchkey/server/metrics'

/** The API's metrics in the Prometheus format. They contain no accounts, addresses and bodies. */
export function createMetrics() {
  const meters = createMeters()
  const { meter, reading, histogram, text } = meters
  return {
    /** Requests, by the pattern of their route and by status. */
    requests: meter(
      'latchkey_api_requests_total',
      'Requests answered, by route and status.',
      'counter',
    ),
    answer: histogram('latchkey_api_answer_seconds', 'Time from a request to its answer.'),
    ...indexMetrics(meters),
    /** Readings of a history, by network and source. */
    history: meter(
      'latchkey_api_history_total',
      'Readings of a history, by who was asked and whether it answered.',
      'counter',
    ),
    /** Requests to providers of swaps, by provider and outcome. */
    swaps: meter(
      'latchkey_api_swaps_total',
      'Questions to providers of swaps, by provider and outcome.',
      'counter',
    ),
    /** Events of purchases, by event. */
    orders: meter('latchkey_api_orders_total', 'Events of purchases.', 'counter'),
    /** Events of sessions, by event. */
    sessions: meter('latchkey_api_sessions_total', 'Events of sessions.', 'counter'),
    ...operationMetrics(meters),
    /** Refused requests and connections, by reason. */
    refused: meter(
      'latchkey_api_refused_total',
      'Requests and connections refused, by the limit that was met.',
      'counter',
    ),
    defects: meter(
      'latchkey_api_defects_total',
      'Requests that ended by a defect of this service.',
      'counter',
    )(),
    /** The following numbers are read when the metrics are requested. */
    running: (read: () => number) =>
      reading('latchkey_api_requests_running', 'Requests that are being worked on.', read),
    underWay: (read: () => number) =>
      reading(
        'latchkey_api_answer_bytes',
        'Bytes of answers that clients have not taken yet.',
        read,
      ),
    connections: (read: () => number) =>
      reading('latchkey_api_connections', 'Open connections.', read),
    loopDelay: (read: () => number) =>
      reading(
        'latchkey_api_loop_delay_seconds',
        'By how much the event loop was late when it was looked at last.',
        read,
      ),
    text,
  }
}

/** What bundlers and paymasters did, by chain. */
function operationMetrics({ meter }: ReturnType<typeof createMeters>) {
  return {
    /** Transactions with user operations, by network and end. */
    bundles: meter(
      'latchkey_api_bundles_total',
      'Transactions with user operations, by network and what became of them.',
      'counter',
    ),
    bundlerFailures: meter(
      'latchkey_api_bundler_failures_total',
      'Rounds of the bundler that failed, by network.',
      'counter',
    ),
    /** 1 while an executor has less than its operator wants. */
    executorsLow: meter(
      'latchkey_api_executors_low',
      '1 while an executor of the network has to be refilled.',
      'gauge',
    ),
    /** 1 while a paymaster has deposited less than its operator wants. */
    depositsLow: meter(
      'latchkey_api_deposits_low',
      '1 while the deposit of the network’s paymaster has to be refilled.',
      'gauge',
    ),
    /** What the paymaster has signed, by network, and what became of it. */
    sponsorships: meter(
      'latchkey_api_sponsorships_total',
      'Sponsorships of user operations, by network and what became of them.',
      'counter',
    ),
  }
}

/** What the indexer did, by chain. */
function indexMetrics({ meter }: ReturnType<typeof createMeters>) {
  return {
    indexedBlocks: meter('latchkey_api_index_blocks_total', 'Blocks indexed.', 'counter'),
    indexedTransfers: meter('latchkey_api_index_transfers_total', 'Transfers indexed.', 'counter'),
    untraced: meter(
      'latchkey_api_index_untraced_total',
      'Blocks indexed without what contracts sent.',
      'counter',
    ),
    takenBack: meter(
      'latchkey_api_index_taken_back_total',
      'Blocks taken back because the chain replaced them.',
      'counter',
    ),
    head: meter('latchkey_api_index_head', 'The newest block that is indexed.', 'gauge'),
    newest: meter(
      'latchkey_api_index_newest',
      'The newest block that the chain was seen to have.',
      'gauge',
    ),
    failures: meter(
      'latchkey_api_index_failures_total',
      'Steps of the indexer that failed.',
      'counter',
    ),
    strangers: meter(
      'latchkey_api_foreign_nodes_total',
      'Times that a node of the list turned out to belong to another chain.',
      'counter',
    ),
    alarm: meter(
      'latchkey_api_index_alarm',
      '1 while nodes show another chain than the one that is indexed, from below its finality on.',
      'gauge',
    ),
    headTime: meter(
      'latchkey_api_index_head_seconds',
      'When the newest block that is indexed was made, in seconds since 1970.',
      'gauge',
    ),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
