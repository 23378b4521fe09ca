import { access, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { framePath, windowPath } from '@latchkey/protocol/frame/wire'
import type { FrameSettings } from '@latchkey/protocol/walletServer'
import type { Call, Route } from '../http/env.ts'
import { originsOf, ownOrigins } from '../logins/siteOf.ts'
import type { CheckedOptions } from '../options.ts'
import type { Service } from '../service.ts'
import { browserLocale } from '@latchkey/words/createTranslators'
import { createTranslator } from '../words/createTranslator.ts'
import { documentHeaders, documentOf } from './document.ts'

/** The folder into which Vite builds the frame's page. */
const built = fileURLToPath(new URL('../../../dist', import.meta.url))
/** The place in the page into which the settings are written. */
const marker = '<script type="application/json" id="settings"></script>'
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
}

/** Whether the frame's page was built. @default Vite's folder */
export const isBuilt = (folder = built): Promise<boolean> =>
  access(join(folder, 'index.html')).then(
    () => true,
    () => false,
  )

/**
 * Serves the frame's page, with the project's settings in it and a policy that lets only the
 * project's sites contain it.
 */
export const frame = (service: Service): Route =>
  page(service, { path: framePath, file: 'index.html', headersFor: frameHeaders })

/**
 * Serves the page of the wallet's own window, with the project's settings in it. No site can
 * contain it.
 */
export const stageWindow = (service: Service): Route =>
  page(service, { path: windowPath, file: 'window.html', headersFor: () => windowHeaders })

type Page = {
  path: Route['path']
  file: string
  headersFor: (origins: readonly string[]) => Record<string, string>
}

function page({ options }: Service, { path, file, headersFor }: Page): Route {
  const folder = options.pages ?? built
  return {
    method: 'GET',
    path,
    async answer(call) {
      const projectId = call.req.query('projectId') ?? null
      const origins = originsOf(options, projectId)
      const html = await readFile(join(folder, file), 'utf8').catch(() => undefined)
      if (!origins || !html?.includes(marker)) {
        const translator = createTranslator(browserLocale(call.req.header('accept-language')))
        const title = translator.translate(origins ? 'unbuilt' : 'unknownProject')
        const lines = [translator.translate(origins ? 'unbuiltText' : 'unknownProjectText')]
        return call.body(
          documentOf(translator, { title, lines, operator: options.operator }),
          origins ? 503 : 404,
          documentHeaders,
        )
      }
      const settings = JSON.stringify(settingsOf(options, projectId, origins)).replaceAll(
        '<',
        '\\u003c',
      )
      return call.body(
        html.replace(marker, () => marker.replace('></', () => `>${settings}</`)),
        200,
        headersFor(origins),
      )
    },
  }
}

/** Serves files of the page. Their names have a hash of their content. */
export function assets({ options }: Service): Route {
  const folder = join(options.pages ?? built, 'assets')
  return {
    method: 'GET',
    path: '/assets/:name',
    async answer(call: Call) {
      const name = call.req.param('name') ?? ''
      const type = types[extname(name)]
      const bytes =
        type !== undefined && /^[\w-][\w.-]*$/.test(name)
          ? await readFile(join(folder, name)).catch(() => undefined)
          : undefined
      if (!bytes || type === undefined) return call.notFound()
      return call.body(new Uint8Array(bytes), 200, {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
    },
  }
}

function settingsOf(
  options: CheckedOptions,
  projectId: string | null,
  origins: readonly string[],
): FrameSettings {
  const { networks, paymasters, ownPaymaster, pricesUrl, recovery, vault, operator } = options
  return {
    projectId,
    origins: [...origins],
    networks: networks.map(({ networkId, name, currency, explorer, bundlerUrl }) => ({
      networkId,
      name,
      currency,
      ...(explorer !== undefined && { explorer }),
      ...(bundlerUrl !== undefined && { hasBundler: true }),
    })),
    ...(paymasters.length > 0 && { paymasters }),
    ...(ownPaymaster !== undefined && { ownPaymaster }),
    ...(pricesUrl !== undefined && { hasPrices: true }),
    recovery,
    ...(vault &&
      recovery.includes('vault') && {
        vaultKey: {
          kty: vault.privateKey.kty,
          crv: vault.privateKey.crv,
          x: vault.privateKey.x,
          y: vault.privateKey.y,
        },
        vaultDelay: vault.delay,
      }),
    operator,
    own: [...ownOrigins(options, projectId)],
  }
}

const policyFor = (holders: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ${holders}`

const common = {
  'content-type': 'text/html; charset=utf-8',
  'permissions-policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), clipboard-write=(self), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'origin-agent-cluster': '?1',
  'cache-control': 'no-store',
}

const windowHeaders = {
  ...common,
  'content-security-policy': policyFor("'none'"),
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  // the site opens this window, and the window finds the frame among the site's frames
  'cross-origin-opener-policy': 'unsafe-none',
}

const frameHeaders = (origins: readonly string[]) => ({
  ...common,
  'content-security-policy': policyFor(origins.join(' ')),
  'referrer-policy': 'strict-origin-when-cross-origin',
  // a site that isolates itself can only contain frames with these headers
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-embedder-policy': 'require-corp',
})
