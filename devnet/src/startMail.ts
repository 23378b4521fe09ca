import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { openPort } from '../../packages/server/src/openPort.ts'
import { inboxPage, type CaughtMail } from './inboxPage.ts'

/** A mail server that delivers no mails, but shows the mails that it has received. */
export type MailCatcher = {
  /** The `smtp:` address to which programs send mails. */
  smtp: string
  /**
   * The page of the inbox. `/messages.json?to=` has the mails to an address as JSON, the newest
   * first.
   */
  url: string
  close: () => Promise<void>
}

/** The maximum number of stored mails, and of bytes of a mail. */
const max = { mails: 200, bytes: 1024 * 1024 }
const noStore = { 'cache-control': 'no-store' }

/**
 * Starts the mail catcher on this machine.
 * @param options.port the preferred port of the inbox; if it is taken, another free port is used
 */
export async function startMail({ port }: { port: number }): Promise<MailCatcher> {
  let mails: CaughtMail[] = []
  const watching = new Set<ServerResponse>()

  async function receive(stream: AsyncIterable<Buffer>, to: readonly string[]): Promise<void> {
    mails = [await read(stream, to), ...mails].slice(0, max.mails)
    watching.forEach((response) => response.write('data: mail\n\n'))
  }

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: max.bytes,
    onData(stream, { envelope }, answer) {
      receive(
        stream,
        envelope.rcptTo.map(({ address }) => address),
      ).then(() => answer(), answer)
    },
  })
  smtp.on('error', () => {}) // for example, a client has closed its connection too early
  const inbox = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const to = url.searchParams.get('to')?.trim().toLowerCase()
    const shownMails = to
      ? mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === to))
      : mails
    if (request.method !== 'GET') response.writeHead(405, { allow: 'GET' }).end()
    else if (url.pathname === '/')
      response
        .writeHead(200, { ...noStore, 'content-type': 'text/html; charset=utf-8' })
        .end(inboxPage(shownMails))
    else if (url.pathname === '/messages.json')
      response
        .writeHead(200, { ...noStore, 'content-type': 'application/json' })
        .end(JSON.stringify(shownMails))
    else if (url.pathname === '/changes') {
      watching.add(response.writeHead(200, { ...noStore, 'content-type': 'text/event-stream' }))
      response.write('retry: 1000\n\n')
      response.on('close', () => watching.delete(response))
    } else response.writeHead(404).end()
  })

  const smtpPort = await openPort(smtp.server, { port: 0 })
  const inboxPort = await openPort(inbox, { port, fallback: true })
  return {
    smtp: `smtp://127.0.0.1:${smtpPort}`,
    url: `http://localhost:${inboxPort}`,
    async close() {
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
      const closed = new Promise<void>((resolve) => inbox.close(() => resolve()))
      inbox.closeAllConnections()
      await closed
    },
  }
}

async function read(stream: AsyncIterable<Buffer>, to: readonly string[]): Promise<CaughtMail> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  const { from, subject = '', text = '' } = await PostalMime.parse(Buffer.concat(parts))
  return {
    id: randomUUID(),
    to,
    from: from?.address ?? '',
    subject,
    text: text.trim(),
    receivedAt: Date.now(),
  }
}
