/**
 * Limits of this relay, with its times in milliseconds. docs/contracts/relay.md#limits
 */
export const limits = {
  /** The shortest and the longest life of a message. Another ttl is changed to the nearer limit. */
  ttl: { min: 1_000, max: 30 * 86_400_000 },
  /** Bytes of one message. */
  messageBytes: 1024 * 1024,
  /**
   * Bytes of one frame. Up to `answered` it gets an answer. Above `received` it ends the
   * connection, so that it takes no memory.
   */
  frame: { answered: 4 * 1024 * 1024, received: 8 * 1024 * 1024 },
  /** Max fragments of one message. */
  fragments: 1_024,
  /** Bytes of memory for a piece of a frame, in addition to its content. */
  piece: 256,
  /**
   * Nesting and number of values of one frame: enough for more than 500 messages with all fields of
   * clients.
   */
  json: { depth: 32, values: 20_000 },
  /**
   * Bytes of the answer to one fetch, unless its first message alone has more. The next request
   * gets the rest.
   */
  fetched: 1024 * 1024,
  /**
   * Messages and bytes that one topic stores. A message that every subscriber has acknowledged is
   * removed to make room. docs/contracts/relay.md#mailboxes
   */
  mailbox: { messages: 1_000, bytes: 10 * 1024 * 1024 },
  /** Subscribers of one topic: each published message goes to all of them. */
  subscribers: 256,
  /**
   * Limits of one client, and of all clients of one address, at the same time. A site's visitors
   * may all have one address.
   */
  shares: {
    client: { messages: 10_000, bytes: 32 * 1024 * 1024, subscriptions: 10_000 },
    address: { messages: 200_000, bytes: 256 * 1024 * 1024, subscriptions: 100_000 },
  },
  /** Time after which a subscription ends if it is not renewed. */
  subscription: 30 * 86_400_000,
  /** Time for which the id of a publish request is stored. */
  requestMemory: 5 * 60_000,
  /** Time after which an unacknowledged push is repeated, and the number of repetitions. */
  redelivery: { after: 30_000, times: 3 },
  /**
   * Time without another frame after which a ping is sent.
   * docs/contracts/relay.md#closing-and-heartbeat
   */
  heartbeat: 25_000,
  /** Max consecutive pings without an answer. */
  missedPings: 2,
  /** Max unacknowledged pushes on one socket. Further messages wait in the mailbox. */
  unacknowledged: 500,
  /** Max topics for which one socket stores its position. Older topics are read again. */
  cursors: 256,
  /** Max topics of one socket that are read at the same time. */
  draining: 4,
  /**
   * Max bytes, as written, that wait for one slow socket, unless one frame alone has more. Beyond
   * that, messages wait in the mailbox, and the socket is not read.
   */
  backlog: 1024 * 1024,
  /** Time after which a client that has not read its waiting bytes is disconnected. */
  slow: 30_000,
  /** Max time for which a client that exceeds its share is not read. */
  rest: 5_000,
  /** Bytes from which a frame is not parsed when its client exceeds its share. */
  overlooked: 4 * 1024,
  /** Frames of one socket that are handled before other sockets are served. */
  atOnce: 16,
  /**
   * Max requests of one socket that run at the same time. At this number the socket is not read.
   */
  running: 256,
  /** Bytes from which a frame, or the waiting bytes of a socket, count as under way. */
  underWay: 64 * 1024,
  /** Max tokens of new sockets that are checked at the same time. */
  entering: 16,
  /** Max time and bytes for the closing handshake of a refused client. */
  refusal: { time: 2_000, bytes: 64 * 1024 },
  /** Delay of the event loop from which no new client is admitted. */
  overload: 200,
  /** Limits of watches. */
  watch: {
    /**
     * Number of subscriptions as which one registration counts in the shares, because it takes as
     * much room.
     */
    weight: 8,
    /**
     * Max waiting events, and max bytes of their messages: of one client, and of all clients that
     * were registered from one address. Further events are dropped.
     */
    waiting: {
      client: { events: 1_000, bytes: 10 * 1024 * 1024 },
      address: { events: 10_000, bytes: 64 * 1024 * 1024 },
    },
    /** Max events of one message. Further events are dropped. */
    eventsOfMessage: 256,
    /**
     * Registrations that are read for one message, approximately: all registrations of a client are
     * read, or none.
     */
    hooksOfMessage: 128,
    /** Time for which a failing webhook is called again. docs/contracts/relay.md#watches */
    retry: 25 * 3_600_000,
    /** The pause before the next call. It equals the age of the event, within these limits. */
    pause: { min: 5_000, max: 3_600_000 },
    /** Max time of one call, from the DNS lookup to the status of the answer. */
    call: 10_000,
    /**
     * Max concurrent calls, and max bytes of their messages. Also max calls to one host, and for
     * one address, unless the operator has named the host.
     */
    calls: 64,
    callBytes: 8 * 1024 * 1024,
    callsOfHost: 4,
    callsOfAddress: 16,
    /**
     * Calls that are reserved for addresses with fewer than `callsOfFew`, so that a few addresses
     * with slow hosts do not use all calls.
     */
    callsLeft: 24,
    callsOfFew: 2,
    /**
     * Time after which another node may claim an event whose first node has not reported a result.
     */
    lease: 60_000,
    /** Time between two checks for due events. */
    look: 1_000,
  },
} as const
