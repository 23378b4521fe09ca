import { expect, onTestFinished, test } from 'vitest'
import { createSendMail } from '../../services/wallet/src/server/mail/createSendMail.ts'
import type { Mail } from '../../services/wallet/src/server/options.ts'
import { startMail } from './startMail.ts'

async function sendTo(url: string, mail: Mail): Promise<void> {
  const { send, close } = createSendMail({ url, from: 'shop@example.com', operator: 'Shop' })
  await send(mail)
  close()
}

test('the inbox lists mails to an address, newest first, and escapes their text', async () => {
  const catcher = await startMail({ port: 0 })
  onTestFinished(catcher.close)
  const send = (to: string, subject: string) =>
    sendTo(catcher.smtp, {
      to,
      subject,
      text: `Grüße <b>${subject}</b> (https://shop.example/?a=1&b=2).`,
      html: '<p>unread</p>',
    })
  await send('ann@example.com', 'first')
  await send('ben@example.com', 'other')
  await send('ann@example.com', 'second')
  const read = async (query: string) =>
    (await (await fetch(`${catcher.url}/messages.json${query}`)).json()) as {
      subject: string
      text: string
      to: string[]
    }[]
  expect((await read('?to=ANN@example.com')).map(({ subject }) => subject)).toEqual([
    'second',
    'first',
  ])
  expect(await read('')).toHaveLength(3)
  expect((await read('?to=ben@example.com'))[0]).toMatchObject({
    to: ['ben@example.com'],
    from: 'shop@example.com',
    text: 'Grüße <b>other</b> (https://shop.example/?a=1&b=2).',
  })
  const page = await (await fetch(catcher.url)).text()
  expect(page).toContain(
    'Grüße &lt;b&gt;other&lt;/b&gt; (<a href="https://shop.example/?a=1&amp;b=2"',
  )
  expect((await fetch(catcher.url, { method: 'POST' })).status).toBe(405)
})

test('the inbox notifies an open page of a new mail', async () => {
  const catcher = await startMail({ port: 0 })
  onTestFinished(catcher.close)
  const changes = (await fetch(`${catcher.url}/changes`)).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader()
  await changes?.read()
  await sendTo(catcher.smtp, { to: 'ann@example.com', subject: 'new', text: 'new', html: '' })
  expect((await changes?.read())?.value).toContain('data: mail')
})
