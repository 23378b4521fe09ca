import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import * as relay from './relay.ts'

const topic = 'ab'.repeat(32)
const fits = (schema: Parameters<typeof safeParse>[0], value: unknown) =>
  safeParse(schema, value).success
const issue = (schema: Parameters<typeof safeParse>[0], value: unknown) =>
  safeParse(schema, value).issues?.[0].message

test('the relay’s methods have the names of the contract', () => {
  const methods = Object.values(relay).flatMap((entry) =>
    typeof entry === 'object' && 'params' in entry ? [entry.name] : [],
  )
  expect(methods.toSorted()).toEqual([
    'irn_batchFetchMessages',
    'irn_batchPublish',
    'irn_batchReceive',
    'irn_batchSubscribe',
    'irn_batchSubscribeBlocking',
    'irn_batchUnsubscribe',
    'irn_fetchMessages',
    'irn_publish',
    'irn_subscribe',
    'irn_subscribeBlocking',
    'irn_subscription',
    'irn_unsubscribe',
    'irn_watchRegister',
    'irn_watchUnregister',
    'wc_approveSession',
    'wc_createTopic',
    'wc_proposeSession',
  ])
})

test('analytics fields of a published message are removed', () => {
  const sent = {
    topic,
    message: 'AA==',
    ttl: 300,
    tag: 1108,
    prompt: true,
    correlationId: 1,
    chainId: 'eip155:1',
    txHashes: ['0x'],
    tvf: { rpcMethods: ['personal_sign'] },
  }
  expect(safeParse(relay.irnPublish.params, sent).output).toEqual({
    topic,
    message: 'AA==',
    ttl: 300,
    tag: 1108,
    prompt: true,
  })
  const proposal = {
    pairingTopic: topic,
    sessionProposal: 'AA==',
    ttl: 300,
    attestation: '',
    correlationId: 1,
  }
  expect(safeParse(relay.wcProposeSession.params, proposal).output).toEqual({
    pairingTopic: topic,
    sessionProposal: 'AA==',
    attestation: '',
  })
})

test('a malformed topic has the error InvalidTopic, and a topic in upper case is converted to lower case', () => {
  expect(issue(relay.irnSubscribe.params, { topic: 'abc123' })).toBe('InvalidTopic')
  expect(issue(relay.irnBatchSubscribe.params, { topics: [topic, 'abc123'] })).toBe('InvalidTopic')
  expect(safeParse(relay.irnSubscribe.params, { topic: topic.toUpperCase() }).output).toEqual({
    topic,
  })
})

test('a batch has 1 to 500 items', () => {
  expect(issue(relay.irnBatchSubscribe.params, { topics: [] })).toBe('BatchEmpty')
  expect(issue(relay.irnBatchSubscribe.params, { topics: Array(501).fill('x') })).toBe(
    'BatchLimitExceeded',
  )
  expect(fits(relay.irnBatchSubscribe.params, { topics: Array(500).fill(topic) })).toBe(true)
})

test('`relayError` returns the code, message and tag of the contract', () => {
  expect(relay.relayError('InvalidTopic')).toEqual({
    code: -32600,
    message: 'Invalid payload: Topic decoding failed',
    data: 'InvalidTopic',
  })
  expect(relay.relayError('TooManyRequests')).toEqual({
    code: 3001,
    message: 'Too many requests',
    data: 'TooManyRequests',
  })
  expect(relay.relayError('MailboxLimitExceeded').code).toBe(-32000)
  expect(relay.relayError('StorageError').message).toBe('Internal error: Storage error')
  expect(relay.isRelayErrorTag('BatchEmpty')).toBe(true)
  expect(relay.isRelayErrorTag('toString')).toBe(false)
})

test('every refusal is shorter than 124 characters, the limit of a close frame', () => {
  for (const reason of Object.values(relay.relayRefusals)) expect(reason.length).toBeLessThan(124)
})
