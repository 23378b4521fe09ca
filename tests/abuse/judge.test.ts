import { expect, test } from 'vitest'
import { judge, refusedIn, type Observation } from './judge.ts'
import type { Scene } from './scene.ts'

const scene: Scene = {
  name: 'test',
  title: 'a test',
  of: 'relay',
  seconds: 1,
  stage: () => ({ attack: async () => ({ did: '' }) }),
}
const good: Observation = {
  did: '',
  faults: [],
  memory: 1e6,
  disk: 1e6,
  counted: new Map(),
  calm: [2, 3],
  attacked: [4, 200],
  failures: new Map(),
  answered: 10,
  lostMessages: 0,
  recoverySeconds: 1,
  busy: 0,
  isAlive: true,
  errors: '',
}

test('`judge` reports no reason for a scene without faults', () => {
  expect(judge(scene, good, {})).toEqual([])
})

test.each([
  ['the process ends', { isAlive: false }, 'the process ended'],
  ['memory grows', { memory: 201e6 }, 'memory grew by 201 MB'],
  ['a bystander waits too long', { attacked: [251] }, 'somebody else waited 251 ms'],
  [
    'an honest client is refused',
    { failures: new Map([['TooManyRequests', 2]]) },
    'somebody else was refused: 2 × TooManyRequests',
  ],
  ['an answered message is lost', { lostMessages: 1 }, '1 answered messages were lost'],
  [
    'the service does not recover in time',
    { recoverySeconds: undefined },
    'it was not over after 5 s',
  ],
  [
    'the service logs a warning',
    { errors: 'MaxListenersExceededWarning' },
    'it wrote to stderr: MaxListenersExceededWarning',
  ],
  [
    'a defect is counted',
    { counted: new Map([['latchkey_relay_defects_total', 1]]) },
    'latchkey_relay_defects_total grew by 1',
  ],
  [
    'a request is answered with 500',
    { counted: new Map([['latchkey_api_requests_total{route="/v1",status="500"}', 2]]) },
    'latchkey_api_requests_total{route="/v1",status="500"} grew by 2',
  ],
  ['the attacker saw something', { faults: ['a wrong answer'] }, 'a wrong answer'],
] as const)('a scene fails if %s', (_, change, why) => {
  expect(judge(scene, { ...good, ...change }, {})).toEqual([why])
})

test('a scene fails if the folder is larger than its maximum size', () => {
  expect(judge(scene, { ...good, disk: 3e6 }, { storeBytes: 2e6 })).toEqual([
    'the folder takes 3 MB, more than its size',
  ])
})

test('under attack a client may wait up to three times as long as before the attack', () => {
  expect(judge(scene, { ...good, calm: [100], attacked: [299] }, {})).toEqual([])
})

test('in a scene with a broken part clients may wait and be refused, but no message may be lost', () => {
  const observation: Observation = {
    ...good,
    attacked: [4_000],
    failures: new Map([['StorageError', 9]]),
  }
  expect(judge({ ...scene, broken: true }, observation, {})).toEqual([])
  expect(judge({ ...scene, broken: true }, { ...observation, lostMessages: 2 }, {})).toEqual([
    '2 answered messages were lost',
  ])
})

test('if the processor is busy, the service may refuse requests and answer more slowly', () => {
  expect(judge(scene, { ...good, attacked: [740], busy: 0.5 }, {})).toEqual([])
  expect(judge(scene, { ...good, attacked: [760], busy: 0.5 }, {})).toEqual([
    'somebody else waited 760 ms',
  ])
  const failures = new Map([['503', 9]])
  expect(judge(scene, { ...good, failures }, {})).toEqual(['somebody else was refused: 9 × 503'])
  expect(judge(scene, { ...good, failures, busy: 0.5 }, {})).toEqual([])
})

test('`refusedIn` counts the refusals by reason', () => {
  const counted = new Map([
    ['latchkey_relay_refused_total{why="address"}', 3],
    ['latchkey_relay_requests_total{method="irn_publish",outcome="StoreFull"}', 2],
    ['latchkey_relay_requests_total{method="irn_publish",outcome="ok"}', 9],
    ['latchkey_relay_connections_total{outcome="MissingJwt"}', 4],
    ['latchkey_api_requests_total{route="/v1",status="429"}', 5],
    ['latchkey_api_requests_total{route="/v1",status="200"}', 9],
  ])
  expect([...refusedIn(counted)]).toEqual([
    ['address', 3],
    ['StoreFull', 2],
    ['MissingJwt', 4],
    ['429', 5],
  ])
})
