import { createTransport } from 'nodemailer'
import type { SendMail } from '../options.ts'

/** Milliseconds for the mail server: to connect, to greet, and to answer. */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Creates the function that sends over SMTP. With `smtp://` the connection is encrypted if the mail
 * server offers STARTTLS; with `?requireTLS=true` nothing is sent without encryption.
 */
export function createSendMail({
  url,
  from,
  operator,
}: {
  url: string
  from: string
  operator: string
}): {
  send: SendMail
  /** Connects and logs in, without a mail. @throws the mail server's error */
  greet: () => Promise<unknown>
  close: () => void
} {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    pool: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: searchParams.get('requireTLS') === 'true',
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    // nodemailer does not parse an address again if it is given as an object
    send: ({ to, subject, text, html }) =>
      transport.sendMail({
        from: { name: operator, address: from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'auto-submitted': 'auto-generated' },
      }),
    greet: () => transport.verify(),
    close: () => transport.close(),
  }
}
