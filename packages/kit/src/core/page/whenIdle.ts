import { idle } from '@latchkey/protocol/times'
import { systemClock } from './clock.ts'

/** Resolves when the browser is idle. It uses the browser's clock, not the kit's. */
export function whenIdle(): Promise<unknown> {
  return new Promise<unknown>((done) =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(done)
      : systemClock.setTimeout(() => done(undefined), idle),
  )
}
