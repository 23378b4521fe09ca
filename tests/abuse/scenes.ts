import { bitcoinNodes } from './api/bitcoinNodes.ts'
import { bitcoinPaths } from './api/bitcoinPaths.ts'
import { apiFullDisk, postgresHangs, postgresKilled } from './api/brokenDatabase.ts'
import {
  answersOfMany,
  answersOfTwo,
  answersUnread,
  connectionsOfTwo,
  requestsOfTwo,
  slowConnections,
} from './api/connections.ts'
import { esploras } from './api/esploras.ts'
import { gateways } from './api/gateways.ts'
import { deepTrace, emptyObjects } from './api/hostileNodes.ts'
import { farFuture, hugeAmounts, unreadableTraces } from './api/oddBlocks.ts'
import {
  forwarded,
  nameSignatures,
  nestedParams,
  overload,
  priceZeros,
  apiReadFlood,
  rpcClients,
  watchFlood,
} from './api/requests.ts'
import { polkadotCalls } from './api/polkadotCalls.ts'
import { purchases } from './api/purchases.ts'
import {
  announcedBlocks,
  deepRollback,
  foreignNode,
  syncingNode,
} from './api/rightOrUnavailable.ts'
import { solanaNodes } from './api/solanaNodes.ts'
import { swapQuotes } from './api/swaps.ts'
import { endlessServer, foreignHistory } from './api/strangersServers.ts'
import { apiRequests, bitcoinRequests, solanaRequests } from './generated/apiRequests.ts'
import { bitcoinAnswers, nodeAnswers, solanaAnswers } from './generated/nodeAnswers.ts'
import { apiOpenings, relayOpenings } from './generated/openings.ts'
import { relayOverHttp, relayRequests } from './generated/relayRequests.ts'
import { natsNotReading, natsStrangers } from './nats/scenes.ts'
import { fullDisk, redisBatches, redisFull, redisHangs, redisKilled } from './relay/brokenParts.ts'
import {
  acknowledgements,
  errorsUnread,
  largeJson,
  malformed,
  pings,
  tinyFragments,
} from './relay/floods.ts'
import { fullMailbox } from './relay/fullMailbox.ts'
import { fullTopics } from './relay/fullTopics.ts'
import { silentConnections, slowOpenings, socketFlood } from './relay/handshakes.ts'
import { killed } from './relay/killed.ts'
import { manyTopics } from './relay/manyTopics.ts'
import { oneByteASecond, subscriberNotReading } from './relay/notReading.ts'
import { oneFrame } from './relay/oneFrame.ts'
import { httpFlood, httpUnread, readFlood } from './relay/overHttp.ts'
import { overloadedRelay } from './relay/overloaded.ts'
import { manyAddresses, partialFrames } from './relay/partialFrames.ts'
import { fortySockets, nearlyFull, thousandKeys, wholeLine } from './relay/publishers.ts'
import { shortTopics } from './relay/shortTopics.ts'
import { manyStrangers, strangers } from './relay/strangers.ts'
import { trustedProxy } from './relay/trustedProxy.ts'
import { twoHolders } from './relay/twoHolders.ts'
import { manyWebhooks, slowWebhooks } from './relay/webhooks.ts'
import type { Scene } from './scene.ts'
import { codesOfMany, codesOfOne, guesses } from './wallet/codes.ts'
import { silentSockets, slowRequests } from './wallet/connections.ts'
import { loginCrowd } from './wallet/crowd.ts'
import { frameFlood } from './wallet/frameFlood.ts'
import { longPolls } from './wallet/polls.ts'
import { races } from './wallet/races.ts'
import {
  foreignProofs,
  guessedLinks,
  socialStarts,
  walletBodies,
  walletRpc,
} from './wallet/requests.ts'

/**
 * Every scene by its file, in the order in which they are played. An attacker loads only its own
 * file, because loading all would take longer than many attacks.
 */
export const sceneFiles: readonly (readonly [file: string, ...scenes: Scene[]])[] = [
  ['relay/oneFrame.ts', oneFrame],
  ['relay/fullMailbox.ts', fullMailbox],
  ['relay/strangers.ts', strangers, manyStrangers],
  ['relay/notReading.ts', subscriberNotReading, oneByteASecond],
  ['relay/manyTopics.ts', manyTopics],
  ['relay/fullTopics.ts', fullTopics],
  ['relay/publishers.ts', fortySockets, thousandKeys, wholeLine, nearlyFull],
  ['relay/shortTopics.ts', shortTopics],
  ['relay/handshakes.ts', socketFlood, silentConnections, slowOpenings],
  ['relay/overloaded.ts', overloadedRelay],
  ['relay/partialFrames.ts', partialFrames, manyAddresses],
  ['relay/floods.ts', acknowledgements, malformed, largeJson, pings, tinyFragments, errorsUnread],
  ['relay/overHttp.ts', httpFlood, readFlood, httpUnread],
  ['relay/webhooks.ts', slowWebhooks, manyWebhooks],
  ['relay/trustedProxy.ts', trustedProxy],
  ['relay/brokenParts.ts', fullDisk, redisHangs, redisKilled, redisFull, redisBatches],
  ['relay/killed.ts', killed],
  ['relay/twoHolders.ts', twoHolders],
  ['nats/scenes.ts', natsNotReading, natsStrangers],
  [
    'api/requests.ts',
    priceZeros,
    nestedParams,
    rpcClients,
    nameSignatures,
    apiReadFlood,
    watchFlood,
    overload,
    forwarded,
  ],
  ['api/purchases.ts', purchases],
  [
    'api/connections.ts',
    answersUnread,
    answersOfTwo,
    answersOfMany,
    slowConnections,
    connectionsOfTwo,
    requestsOfTwo,
  ],
  ['api/swaps.ts', swapQuotes],
  ['api/bitcoinNodes.ts', bitcoinNodes],
  ['api/bitcoinPaths.ts', bitcoinPaths],
  ['api/polkadotCalls.ts', polkadotCalls],
  ['api/hostileNodes.ts', emptyObjects, deepTrace],
  ['api/strangersServers.ts', foreignHistory, endlessServer],
  ['api/gateways.ts', gateways],
  ['api/rightOrUnavailable.ts', syncingNode, announcedBlocks, foreignNode, deepRollback],
  ['api/oddBlocks.ts', unreadableTraces, hugeAmounts, farFuture],
  ['api/solanaNodes.ts', solanaNodes],
  ['api/esploras.ts', esploras],
  ['api/brokenDatabase.ts', apiFullDisk, postgresHangs, postgresKilled],
  ['wallet/codes.ts', codesOfOne, codesOfMany, guesses],
  ['wallet/requests.ts', foreignProofs, walletBodies, walletRpc, socialStarts, guessedLinks],
  ['wallet/polls.ts', longPolls],
  ['wallet/connections.ts', silentSockets, slowRequests],
  ['wallet/crowd.ts', loginCrowd],
  ['wallet/races.ts', races],
  ['wallet/frameFlood.ts', frameFlood],
  ['generated/relayRequests.ts', relayRequests, relayOverHttp],
  ['generated/openings.ts', relayOpenings, apiOpenings],
  ['generated/apiRequests.ts', apiRequests, solanaRequests, bitcoinRequests],
  ['generated/nodeAnswers.ts', nodeAnswers, solanaAnswers, bitcoinAnswers],
]

export const scenes: readonly Scene[] = sceneFiles.flatMap(([, ...of]) => of)

/** The file of a scene, relative to this folder. @throws when no file has the scene */
export function fileOf(scene: Scene): string {
  const found = sceneFiles.find(([, ...of]) => of.includes(scene))
  if (!found) throw new Error(`The scene ${scene.name} stands in no file.`)
  return found[0]
}
