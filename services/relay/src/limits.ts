/**
 * Limits of this relay, with its times in milliseconds. docs/contracts/relay.md#limits
 */
export const limits = {
  /** The shortest and the longest life of a message; another ttl becomes the nearer of them. */
  ttl: { min: 1_000, max: 30 * 86_400_000 },
  /** Bytes of one message. */
  messageBytes: 1024 * 1024,
  /**
   * Bytes of one frame that is answered. A frame larger than `received` ends the connection, so
   * that it takes no memory.
   */
  frame: { answered: 4 * 1024 * 1024, received: 8 * 1024 * 1024 },
  /** Max fragments of one message. */
  fragments: 1_024,
  /** Bytes of memory that a piece of a frame takes besides its content. */
  piece: 256,
  /**
   * Nesting and values of one frame: enough for more than 500 messages with everything that clients
   * add.
   */
  json: { depth: 32, values: 20_000 },
  /**
   * Bytes of one fetch's answer, unless its first message alone has more; the rest waits for the
   * next request.
   */
  fetched: 1024 * 1024,
  /**
   * Messages and bytes that one topic holds. A message that every subscriber has acknowledged makes
   * room. docs/contracts/relay.md#mailboxes
   */
  mailbox: { messages: 1_000, bytes: 10 * 1024 * 1024 },
  /** Subscribers of one topic: each published message goes to all of them. */
  subscribers: 256,
  /**
   * Limits of one client, and of all clients of one address, at once. A site's visitors may all
   * have one address.
   */
  shares: {
    client: { messages: 10_000, bytes: 32 * 1024 * 1024, subscriptions: 10_000 },
    address: { messages: 200_000, bytes: 256 * 1024 * 1024, subscriptions: 100_000 },
  },
  /** A subscription ends when it was not renewed for this long. */
  subscription: 30 * 86_400_000,
  /** Time for which the id of a publish request is remembered. */
  requestMemory: 5 * 60_000,
  /** Time after which an unacknowledged push is repeated, and the number of repetitions. */
  redelivery: { after: 30_000, times: 3 },
  /**
   * A ping is sent when no other frame was sent for this long.
   * docs/contracts/relay.md#closing-and-heartbeat
   */
  heartbeat: 25_000,
  /** Pings in a row that may stay unanswered. */
  missedPings: 2,
  /** Unacknowledged pushes on one socket; beyond these, messages wait in the mailbox. */
  unacknowledged: 500,
  /** Topics for which one socket remembers its position; older topics are read again. */
  cursors: 256,
  /** Topics of one socket that are read at once. */
  draining: 4,
  /**
   * Bytes, as written, that wait for one slow socket, or one frame that alone has more. Beyond
   * that, messages wait in the mailbox, and the socket is not read.
   */
  backlog: 1024 * 1024,
  /** A client that has not read its waiting bytes for this long is disconnected. */
  slow: 30_000,
  /** Longest time for which a client that exceeds its share is not read. */
  rest: 5_000,
  /** Bytes from which on a frame is not even parsed when its client exceeds its share. */
  overlooked: 4 * 1024,
  /** Frames of one socket that are handled before other sockets are served. */
  atOnce: 16,
  /** Requests of one socket that run at once; at this number the socket is not read. */
  running: 256,
  /** Bytes from which on a frame, or the waiting bytes of a socket, count as under way. */
  underWay: 64 * 1024,
  /** Tokens of new sockets that are checked at once. */
  entering: 16,
  /** Time and bytes that a refused client has for the closing handshake. */
  refusal: { time: 2_000, bytes: 64 * 1024 },
  /** Delay of the event loop from which on no new client is admitted. */
  overload: 200,
  /** Limits of watches. */
  watch: {
    /** How many subscriptions one registration counts as in the shares: it takes as much room. */
    weight: 8,
    /**
     * Waiting events, and the bytes of their messages: of one client, and of all that were
     * registered from one address. Events beyond are dropped.
     */
    waiting: {
      client: { events: 1_000, bytes: 10 * 1024 * 1024 },
      address: { events: 10_000, bytes: 64 * 1024 * 1024 },
    },
    /** Events of one message; events beyond are dropped. */
    eventsOfMessage: 256,
    /**
     * Registrations that are read for one message, and a few more: of a client all are read, or
     * none.
     */
    hooksOfMessage: 128,
    /** Time for which a failing webhook is called again. docs/contracts/relay.md#watches */
    retry: 25 * 3_600_000,
    /** The pause before the next call is as long as the event is old, within these bounds. */
    pause: { min: 5_000, max: 3_600_000 },
    /** Longest time of one call, from the DNS lookup to the status of the answer. */
    call: 10_000,
    /**
     * Calls at once, and the bytes of their messages; calls to one host, and for one address,
     * unless the operator has named the host.
     */
    calls: 64,
    callBytes: 8 * 1024 * 1024,
    callsOfHost: 4,
    callsOfAddress: 16,
    /**
     * Calls that are reserved for addresses with fewer than `callsOfFew`: so a few addresses that
     * wait for slow hosts do not take all calls.
     */
    callsLeft: 24,
    callsOfFew: 2,
    /**
     * Time after which another node may claim an event, if the first node has not reported a
     * result.
     */
    lease: 60_000,
    /** Time between two checks for due events. */
    look: 1_000,
  },
} as const
