/** The limits of this relay. Times are in milliseconds. docs/contracts/relay.md#limits */
export const limits = {
  /** The shortest and the longest lifetime of a message. A ttl outside becomes the nearer limit. */
  ttl: { min: 1_000, max: 30 * 86_400_000 },
  /** Maximum of bytes of one message. */
  messageBytes: 1024 * 1024,
  /**
   * Bytes of one frame. A frame up to `answered` gets an answer. A frame above `received` closes
   * the connection before it uses more memory.
   */
  frame: { answered: 4 * 1024 * 1024, received: 8 * 1024 * 1024 },
  /** Maximum of fragments of one message. */
  fragments: 1_024,
  /** Bytes of memory that each received piece of a frame uses, in addition to its content. */
  piece: 256,
  /**
   * Nesting and number of values in one frame. They suffice for more than 500 messages with all
   * fields that clients send.
   */
  json: { depth: 32, values: 20_000 },
  /**
   * Bytes of the answer to one fetch. A larger answer is possible only with a single message. The
   * next request gets the rest.
   */
  fetched: 1024 * 1024,
  /**
   * Maximum of messages and bytes that one topic stores. A message that every subscriber has
   * acknowledged is removed when room is needed. docs/contracts/relay.md#mailboxes
   */
  mailbox: { messages: 1_000, bytes: 10 * 1024 * 1024 },
  /** Maximum of subscribers of one topic. Each published message goes to all of them. */
  subscribers: 256,
  /**
   * What one client may store, and what all clients of one address may store together. All visitors
   * of a site may have the same address.
   */
  shares: {
    client: { messages: 10_000, bytes: 32 * 1024 * 1024, subscriptions: 10_000 },
    address: { messages: 200_000, bytes: 256 * 1024 * 1024, subscriptions: 100_000 },
  },
  /** Time after which a subscription ends, unless it is renewed. */
  subscription: 30 * 86_400_000,
  /** Time for which the id of a publish request is remembered. */
  requestMemory: 5 * 60_000,
  /** Time after which an unacknowledged push is repeated, and the maximum of repetitions. */
  redelivery: { after: 30_000, times: 3 },
  /**
   * Time without a frame after which a ping is sent. docs/contracts/relay.md#closing-and-heartbeat
   */
  heartbeat: 25_000,
  /** Maximum of consecutive pings without an answer. */
  missedPings: 2,
  /** Maximum of unacknowledged pushes on one socket. Further messages wait in the mailbox. */
  unacknowledged: 500,
  /**
   * Maximum of topics for which one socket remembers its position. Older topics are read again from
   * the beginning.
   */
  cursors: 256,
  /** Maximum of topics that one socket reads concurrently. */
  draining: 4,
  /**
   * Maximum of bytes that wait for one slow socket. More bytes are possible only with a single
   * frame. Beyond the maximum, messages wait in the mailbox, and the socket is not read.
   */
  backlog: 1024 * 1024,
  /** If a client does not read its waiting bytes for this time, it is disconnected. */
  slow: 30_000,
  /** Maximum of time for which the socket of a client beyond its limit is not read. */
  rest: 5_000,
  /** While a client is beyond its limit, its frames of this many bytes or more are not parsed. */
  overlooked: 4 * 1024,
  /** Number of frames of one socket that are handled before other sockets are served. */
  atOnce: 16,
  /**
   * Maximum of requests of one socket that run concurrently. At this number the socket is not read.
   */
  running: 256,
  /**
   * A frame, or the waiting data of a socket, counts for the limit `underWay` if it has at least
   * this many bytes.
   */
  underWay: 64 * 1024,
  /** Maximum of tokens of new sockets that are checked concurrently. */
  entering: 16,
  /** Maximum of time and bytes for the closing handshake of a refused client. */
  refusal: { time: 2_000, bytes: 64 * 1024 },
  /** If the event loop is delayed by more than this twice in a row, new clients are refused. */
  overload: 200,
  /** Limits of watches. */
  watch: {
    /** A registration counts as this number of subscriptions, because it takes as much room. */
    weight: 8,
    /**
     * Maximum of waiting events, and of bytes of their messages: for one client, and for all
     * clients whose webhooks were registered from one address. Further events are dropped.
     */
    waiting: {
      client: { events: 1_000, bytes: 10 * 1024 * 1024 },
      address: { events: 10_000, bytes: 64 * 1024 * 1024 },
    },
    /** Maximum of events for one message. Further events are dropped. */
    eventsOfMessage: 256,
    /**
     * Approximate maximum of registrations that are read for one message. Of each client, all
     * registrations are read, or none.
     */
    hooksOfMessage: 128,
    /** Time for which a failed call of a webhook is repeated. docs/contracts/relay.md#watches */
    retry: 25 * 3_600_000,
    /** The pause before the next call. It is as long as the event's age, within these limits. */
    pause: { min: 5_000, max: 3_600_000 },
    /** Maximum of time for one call, from the DNS lookup to the status of the answer. */
    call: 10_000,
    /**
     * Maximum of concurrent calls, and of bytes of their messages. `callsOfHost`: of calls to one
     * host. `callsOfAddress`: of calls for one address. These two do not apply to hosts that the
     * operator has named.
     */
    calls: 64,
    callBytes: 8 * 1024 * 1024,
    callsOfHost: 4,
    callsOfAddress: 16,
    /**
     * `callsLeft` calls are reserved for addresses with fewer than `callsOfFew` running calls. So a
     * few addresses with slow hosts cannot use all calls.
     */
    callsLeft: 24,
    callsOfFew: 2,
    /**
     * Time after which another process may take an event whose first process has reported no
     * result.
     */
    lease: 60_000,
    /** Time between two checks for due events. */
    look: 1_000,
  },
} as const
