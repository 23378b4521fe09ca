import { expect, onTestFinished, test, vi } from 'vitest'
import { createMetrics } from '../metrics.ts'
import type { Mail, SendMail } from '../options.ts'
import { createOutbox } from './createOutbox.ts'

const mail: Mail = { to: 'ann@example.com', subject: 'Hello', text: '', html: '' }

function start(send: SendMail) {
  const metrics = createMetrics()
  const failures: unknown[] = []
  return {
    outbox: createOutbox({ send, metrics, onFailure: (error) => failures.push(error) }),
    metrics,
    failures,
  }
}

test('a mail that the mail server refuses is sent three times, and then dropped', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let tries = 0
  const { outbox, metrics, failures } = start(async () => {
    tries += 1
    throw new Error('busy')
  })
  outbox.post('code', mail)
  for (const [pause, tried] of [
    [0, 1],
    [1_000, 2],
    [10_000, 3],
    [60_000, 3],
  ] as const) {
    await vi.advanceTimersByTimeAsync(pause)
    expect(tries).toBe(tried)
  }
  expect(failures).toHaveLength(1)
  expect(metrics.text()).toContain('latchkey_wallet_mails_total{kind="code",result="failed"} 1')
})

test('the number of waiting mails is limited, and `close` drops the waiting mails', async () => {
  const { outbox, failures } = start(async () => {
    throw new Error('busy')
  })
  for (let count = 0; count < 1_000; count++)
    outbox.post('code', mail, { client: `192.0.2.${count % 4}` })
  expect(() => outbox.post('code', mail, { client: '192.0.2.9' })).toThrow('unavailable')
  await outbox.close()
  expect(failures).toHaveLength(1_000)
  expect(() => outbox.post('code', mail)).toThrow('unavailable')
})

test('a client with many waiting mails delays neither mails for other clients nor notices to owners', async () => {
  const sent: string[] = []
  const held: (() => void)[] = []
  const { outbox } = start(
    ({ to }) =>
      new Promise((resolve) => {
        sent.push(to)
        held.push(() => resolve(undefined))
      }),
  )
  const post = (to: string, client?: string) => outbox.post('code', { ...mail, to }, { client })
  for (let count = 0; count < 500; count++) post('flood', '192.0.2.1')
  expect(() => post('flood', '192.0.2.1')).toThrow('unavailable')
  post('newcomer', '192.0.2.2')
  post('owner')
  await expect.poll(() => sent.toSorted()).toEqual(['flood', 'flood', 'newcomer', 'owner'])
  const closed = outbox.close()
  const end = setInterval(() => held.splice(0).forEach((done) => done()), 1)
  await closed
  clearInterval(end)
  expect(sent).toHaveLength(502)
})
