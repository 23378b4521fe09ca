/** What this relay keeps and for how long; "relay n" is a section of the relay contract. Times are in milliseconds. */
export const limits = {
  /** The shortest and the longest life of a message; what a client asks beyond is moved inside. relay 5 */
  ttl: { least: 1_000, most: 30 * 86_400_000 },
  /** Bytes of one message. relay 5 */
  messageBytes: 1024 * 1024,
  /** Bytes of one frame that is answered; of a larger one the connection dies, because nobody wants to hold it. */
  frame: { answered: 4 * 1024 * 1024, received: 8 * 1024 * 1024 },
  /** Parts of one message. */
  fragments: 1_024,
  /** Bytes of memory that a piece of a frame takes beside its own. */
  piece: 256,
  /** Nesting and values of one frame: more than 500 messages with all that clients send along. */
  json: { depth: 32, values: 20_000 },
  /** Bytes of what one fetch answers, unless its first message alone has more; the rest waits for the next request. */
  fetched: 1024 * 1024,
  /** Messages and bytes that one topic holds. What every subscriber has acknowledged makes room. relay 5 */
  mailbox: { messages: 1_000, bytes: 10 * 1024 * 1024 },
  /** Subscribers of one topic: what is published goes to each. */
  subscribers: 256,
  /** What one client, and what all clients of one address, may hold at once. A site's visitors may all come from one address. */
  shares: {
    client: { messages: 10_000, bytes: 32 * 1024 * 1024, subscriptions: 10_000 },
    address: { messages: 200_000, bytes: 256 * 1024 * 1024, subscriptions: 100_000 },
  },
  /** A subscription that nobody renewed for so long is over. */
  subscription: 30 * 86_400_000,
  /** The id of a publish request is remembered for so long. relay 5 */
  requestMemory: 5 * 60_000,
  /** A push that was not acknowledged is repeated after so long, so often. relay 5 */
  redelivery: { after: 30_000, times: 3 },
  /** A ping is sent when nothing else was for so long. relay 8 */
  heartbeat: 25_000,
  /** Pings in a row that may stay unanswered. relay 8 */
  missedPings: 2,
  /** Pushes that wait for their acknowledgement on one socket; after these the mailbox waits. */
  unacknowledged: 500,
  /** Topics of which one socket remembers up to where they were pushed; of older ones it looks again. */
  cursors: 256,
  /** Topics of one socket that are read at once. */
  draining: 4,
  /** Bytes, as they are written, that wait for one slow socket, or one frame that alone has more; what else there is waits in the mailbox, and the socket is not read. */
  backlog: 1024 * 1024,
  /** Who has not taken what waits after so long is closed. */
  slow: 30_000,
  /** What asks too much is not read for so long at most. */
  rest: 5_000,
  /** Bytes from which on a frame of one who owes is not even looked at. */
  overlooked: 4 * 1024,
  /** Frames of one socket that are looked at before everybody else is served. */
  atOnce: 16,
  /** Requests of one socket that run at once; after these the socket is not read. */
  running: 256,
  /** Bytes from which on a frame, or what waits for a socket, counts as under way. */
  underWay: 64 * 1024,
  /** Tokens of new sockets that are checked at once. */
  entering: 16,
  /** Who is refused has so long, and so many bytes, to take part in the handshake of closing. */
  refusal: { time: 2_000, bytes: 64 * 1024 },
  /** The event loop was late by so much: nobody new is let in. */
  overload: 200,
  /** What watches may take. */
  watch: {
    /** Subscriptions as which one registration counts in the shares: it takes as much room. */
    weight: 8,
    /** Events that wait, and the bytes of their messages: of one client, and of all that were registered from one address. What is beyond is dropped. */
    waiting: { client: { events: 1_000, bytes: 10 * 1024 * 1024 }, address: { events: 10_000, bytes: 64 * 1024 * 1024 } },
    /** Events of one message; what is beyond is dropped. */
    eventsOfMessage: 256,
    /** Registrations that are looked at for one message, and a few more: all of a client are, or none. */
    hooksOfMessage: 128,
    /** For how long a webhook that fails is called again. relay 10 */
    retry: 25 * 3_600_000,
    /** The first pause before that; each is as long as the event is old, up to the second. */
    pause: { least: 5_000, most: 3_600_000 },
    /** One call, from the look for the address to the status of the answer. */
    call: 10_000,
    /** Calls at once, and the bytes of their messages; to one host, and for one address, unless the operator has named the host. */
    calls: 64,
    callBytes: 8 * 1024 * 1024,
    callsOfHost: 4,
    callsOfAddress: 16,
    /** Of all calls so many are left to addresses with fewer than `callsOfFew`: a few that wait for slow hosts do not have them all. */
    callsLeft: 24,
    callsOfFew: 2,
    /** Another node may take an event over when its first one has not said what became of it. */
    lease: 60_000,
    /** How often is looked for what is due. */
    look: 1_000,
  },
} as const
