import { idle } from '@latchkey/protocol/times'
import type { Kit } from '../../core/kit/kit.ts'
import { systemClock } from '../../core/page/clock.ts'
import { fetchView, fetchedViews } from './fetchView.ts'
import { isOffered, manifestsOf, viewOf } from './manifests.ts'
import type { Views } from './registry.ts'

/**
 * Loads the code of the screens that a press on a screen will probably open (`nextViews`). Each is
 * loaded when the browser is idle, so that no press has to wait for all of them. An error is
 * ignored: the press loads the code again.
 * @param signal stops it when another screen is shown
 */
export async function prepareView(kit: Kit, name: string, signal: AbortSignal): Promise<void> {
  const { store } = manifestsOf(kit)
  for (const next of viewOf(store.getState(), name)?.nextViews?.(kit) ?? []) {
    const nextName = next as keyof Views // `fetchView` loads nothing for an unknown name
    if (!isOffered(kit, store.getState(), next) || fetchedViews(kit).has(nextName)) continue
    await whenIdle()
    if (signal.aborted) return
    await fetchView(kit, nextName).catch(() => {})
  }
}

/** Resolves when the browser is idle. It uses the browser's clock, not the kit's. */
export function whenIdle(): Promise<unknown> {
  return new Promise<unknown>((done) =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(done)
      : systemClock.setTimeout(() => done(undefined), idle),
  )
}
