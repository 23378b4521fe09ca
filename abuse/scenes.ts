import { answersUnread, slowConnections } from './api/connections.ts'
import { gateways } from './api/gateways.ts'
import { deepTrace, emptyObjects } from './api/hostileNodes.ts'
import { forwarded, nestedParams, overload, priceZeros, rpcClients } from './api/requests.ts'
import { announcedBlocks, deepRollback, foreignNode, syncingNode } from './api/rightOrUnavailable.ts'
import { endlessServer, foreignHistory } from './api/strangersServers.ts'
import { apiRequests } from './generated/apiRequests.ts'
import { nodeAnswers } from './generated/nodeAnswers.ts'
import { apiOpenings, relayOpenings } from './generated/openings.ts'
import { relayOverHttp, relayRequests } from './generated/relayRequests.ts'
import { natsNotReading, natsStrangers } from './nats/scenes.ts'
import { fullDisk, redisFull, redisHangs, redisKilled } from './relay/brokenParts.ts'
import { acknowledgements, errorsUnread, largeJson, malformed, pings, tinyFragments } from './relay/floods.ts'
import { fullMailbox } from './relay/fullMailbox.ts'
import { overloadedRelay, silentConnections, slowOpenings, socketFlood } from './relay/handshakes.ts'
import { killed } from './relay/killed.ts'
import { manyTopics } from './relay/manyTopics.ts'
import { oneByteASecond, subscriberNotReading } from './relay/notReading.ts'
import { oneFrame } from './relay/oneFrame.ts'
import { httpFlood, httpUnread, slowWebhooks } from './relay/overHttp.ts'
import { partialFrames } from './relay/partialFrames.ts'
import { fortySockets, nearlyFull, thousandKeys, wholeLine } from './relay/publishers.ts'
import { shortTopics } from './relay/shortTopics.ts'
import { manyStrangers, strangers } from './relay/strangers.ts'
import type { Scene } from './scene.ts'

/** Every scene, in the order in which they are played. */
export const scenes: readonly Scene[] = [
  oneFrame, fullMailbox, strangers, manyStrangers, subscriberNotReading, oneByteASecond, manyTopics, fortySockets, thousandKeys, wholeLine, nearlyFull, shortTopics,
  socketFlood, overloadedRelay, silentConnections, slowOpenings, partialFrames, acknowledgements, malformed, largeJson, pings, tinyFragments, errorsUnread,
  httpFlood, httpUnread, slowWebhooks, fullDisk, redisHangs, redisKilled, redisFull, killed, natsNotReading, natsStrangers,
  priceZeros, nestedParams, rpcClients, overload, forwarded, answersUnread, slowConnections, emptyObjects, foreignHistory, endlessServer, gateways, deepTrace, syncingNode, announcedBlocks, foreignNode, deepRollback,
  relayRequests, relayOverHttp, relayOpenings, apiRequests, apiOpenings, nodeAnswers,
]
