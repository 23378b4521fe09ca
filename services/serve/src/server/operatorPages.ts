import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { send } from '@latchkey/server/serve'
import packageJson from '../../package.json' with { type: 'json' }
import { createStatus, type Ready, type StatusParts } from '../status/readStatus.ts'
import { statusHeaders, statusPage } from '../status/statusPage.ts'
import { isOperator } from './isOperator.ts'
import { labelMetrics } from './labelMetrics.ts'
import type { Parts } from './startParts.ts'
import type { OperatorPage } from './targetOf.ts'
import type { ServeMetrics } from './metrics.ts'

const json = 'application/json; charset=utf-8'

type Write = (status: number, text: string, type: string) => void
/** A page, and whether it is public. */
type Page = { isPublic?: true; answer: (write: Write) => Promise<void> }

/** The metrics of the program and of its services. */
function textOf(metrics: ServeMetrics, parts: Parts, { parts: states }: Ready): string {
  for (const [part, state] of Object.entries(states))
    metrics.ready({ part }).set(state === 'ok' ? 1 : 0)
  const ofParts = parts.names.map((name) =>
    labelMetrics(parts.running[name]?.metrics() ?? '', 'part', name),
  )
  return metrics.text() + ofParts.join('')
}

const createPages = ({
  ready,
  status,
  metricsText,
  instance,
}: ReturnType<typeof createStatus> & {
  metricsText: () => Promise<string>
  instance: string
}): Readonly<Record<OperatorPage, Page>> => ({
  health: {
    isPublic: true,
    answer: async (write) =>
      write(200, JSON.stringify({ status: 'ok', version: packageJson.version, instance }), json),
  },
  ready: {
    isPublic: true,
    async answer(write) {
      const found = await ready()
      write(found.ready ? 200 : 503, JSON.stringify(found), json)
    },
  },
  metrics: {
    answer: async (write) =>
      write(200, await metricsText(), 'text/plain; version=0.0.4; charset=utf-8'),
  },
  status: {
    answer: async (write) => write(200, statusPage(await status()), 'text/html; charset=utf-8'),
  },
  statusJson: { answer: async (write) => write(200, JSON.stringify(await status()), json) },
})

/** Makes the function that answers requests for the operator's pages. */
export function createOperatorPages({
  metrics,
  ...shared
}: Omit<StatusParts, 'instance'> & { metrics: ServeMetrics }) {
  const instance = randomUUID()
  const { ready, status } = createStatus({ ...shared, instance })
  const {
    settings: { checked },
    parts,
  } = shared

  const metricsText = async () => textOf(metrics, parts, await ready())
  const pages = createPages({ ready, status, metricsText, instance })

  return {
    async answer(
      page: OperatorPage,
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<void> {
      const { isPublic, answer } = pages[page]
      const write: Write = (code, text, type) =>
        send(response, code, request.method === 'HEAD' ? '' : text, type)
      for (const [name, value] of Object.entries(statusHeaders)) response.setHeader(name, value)
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET, HEAD')
        return write(405, 'Only GET\n', 'text/plain; charset=utf-8')
      }
      if (isPublic || isOperator(request, checked)) return answer(write)
      metrics.refused({ why: 'operator' }).add()
      // without a token in the settings there is no password that a browser could send
      if (checked.token !== undefined)
        response.setHeader('www-authenticate', 'Basic realm="Latchkey", charset="UTF-8"')
      write(
        checked.token === undefined ? 404 : 401,
        'Only for operators: ask with the token of the settings\n',
        'text/plain; charset=utf-8',
      )
    },
  }
}
