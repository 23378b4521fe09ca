import { causesOf } from '@latchkey/server/causesOf'
import { DatabaseError } from '@latchkey/server/db/database'
import { FolderInUseError } from '@latchkey/server/lockFolder'
import { FolderError } from '@latchkey/server/makeFolder'
import { UpstreamError } from './catalogue/readUpstream.ts'
import { PictureError } from './icons/fetched/readPicture.ts'
import { SourceError } from './indexer/sourceError.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { CheckedOptions } from './options.ts'
import { NodesError } from './providers/nodes.ts'
import { ExecutorError } from './smartAccounts/bundler/ExecutorWatch.ts'
import { ContractsError } from './smartAccounts/createSmartAccounts.ts'
import { DepositError } from './smartAccounts/sponsor/ChainSponsor.ts'

/** What all parts of the service use. */
export type Base = {
  now: () => number
  metrics: Metrics
  fetch: typeof globalThis.fetch
  /** Logs a failure. */
  fail: (route: string, error: string) => void
  /** Makes the function with which a part of the service logs its failures. */
  failBy: (route: string) => (error: Error) => void
}

/** Makes what all parts of the service use. */
export function createBase({ clock, log, fetch = globalThis.fetch }: CheckedOptions): Base {
  const now = clock?.now ?? Date.now
  const fail: Base['fail'] = (route, error) =>
    log?.({
      time: new Date(now()).toISOString(),
      level: 'error',
      requestId: '',
      route,
      status: 0,
      ms: 0,
      error,
    })
  return {
    now,
    metrics: createMetrics(),
    fetch,
    fail,
    // only own errors show their messages: others, such as a database's, could contain rows
    failBy: (route) => (error) =>
      fail(route, isOwn(error) ? `${error.name}: ${error.message}` : causesOf(error)),
  }
}

function isOwn(error: Error): boolean {
  return [
    NodesError,
    SourceError,
    UpstreamError,
    DatabaseError,
    FolderInUseError,
    FolderError,
    PictureError,
    ContractsError,
    ExecutorError,
    DepositError,
  ].some((type) => error instanceof type)
}
