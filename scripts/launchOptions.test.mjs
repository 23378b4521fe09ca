import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { launchOptions } from './launchOptions.mjs'

/** Features that Playwright turns off and our tests keep on. */
const people = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'ThirdPartyStoragePartitioning',
]

/**
 * The arguments with which Playwright starts a browser. It starts a program that fails, and the
 * error names the arguments.
 */
async function argumentsOf(options) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-arguments-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\nexit 1\n')
  chmodSync(program, 0o755)
  const { message } = await chromium
    .launch({ ...options, executablePath: program })
    .catch((error) => error)
  return /<launching> \S+ (.*)/
    .exec(message)[1]
    .split(' --')
    .map((text, index) => (index ? `--${text}` : text))
}

/** The features in the last argument of this name, because Chromium uses the last one. */
const featuresIn = (args, name) =>
  args
    .findLast((text) => text.startsWith(`--${name}-features=`))
    .split('=')[1]
    .split(',')

test('`launchOptions` keeps Playwright’s disabled browser features, except those that users’ browsers have enabled', async () => {
  const [playwright, ours] = [await argumentsOf({}), await argumentsOf(await launchOptions())]
  expect(featuresIn(ours, 'disable').concat(people).sort()).toEqual(
    featuresIn(playwright, 'disable').sort(),
  )
  expect(featuresIn(ours, 'enable')).toEqual([
    ...featuresIn(playwright, 'enable'),
    'NetworkServiceInProcess2',
  ])
})

test('`launchOptions` removes the arguments that turn off pop-up blocking and the limit on IPC calls', async () => {
  const [playwright, ours] = [await argumentsOf({}), await argumentsOf(await launchOptions())]
  const gone = playwright.filter(
    (text) => !ours.includes(text) && !text.startsWith('--user-data-dir='),
  )
  expect(gone).toEqual(['--disable-ipc-flooding-protection', '--disable-popup-blocking'])
})

test('`launchOptions` puts the caller’s arguments after its own', async () => {
  expect((await launchOptions({ args: ['--incognito'] })).args.at(-1)).toBe('--incognito')
})
