import { axe, expect, test } from '../fixtures/test.ts'

test('the guard records a page’s problems', async ({ page, devnet, guard }) => {
  await page.goto(devnet.demo)
  await test.step('a request to another machine is blocked and recorded', async () => {
    expect(await page.evaluate(() => fetch('http://outside.invalid/').catch(() => 'cut off'))).toBe(
      'cut off',
    )
    expect(guard.takeProblems()).toContain('A page made a request to outside.invalid')
  })
  await test.step('a socket to another machine is blocked and recorded', async () => {
    await page.evaluate(
      () =>
        new Promise((done) =>
          new WebSocket('ws://outside.invalid/').addEventListener('close', done),
        ),
    )
    expect(guard.takeProblems()).toContain('A page opened a WebSocket to outside.invalid')
  })
  await test.step('an error on the console is recorded', async () => {
    await page.evaluate(() => console.error('broken'))
    expect(guard.takeProblems()).toEqual([
      expect.stringContaining('A page wrote an error to its console: broken'),
    ])
  })
  await test.step('an error that a page throws is recorded', async () => {
    const thrown = page.waitForEvent('pageerror')
    await page.evaluate(
      () =>
        void setTimeout(() => {
          throw new Error('broken')
        }),
    )
    await thrown
    expect(guard.takeProblems()).toEqual([expect.stringContaining('A page threw: Error: broken')])
  })
})

test('a recorded problem fails the test', async ({ page, devnet }) => {
  await page.goto(devnet.demo)
  test.fail()
  await page.evaluate(() => console.error('broken'))
})

test.describe('an expected error', () => {
  test.use({ allowConsole: [/broken on purpose/] })

  test('is ignored by the guard', async ({ page, devnet }) => {
    await page.goto(devnet.demo)
    await page.evaluate(() => console.error('broken on purpose'))
    expect(await page.title()).not.toBe('')
  })
})

test('accessibility faults inside a shadow root are found, also under a strict content security policy', async ({
  page,
  devnet,
}) => {
  const html =
    '<!doctype html><html lang="en"><title>Faulty</title><link rel="icon" href="/icon.svg"><main><h1>Faulty</h1><div id="host"></div></main>'
  const headers = { 'content-security-policy': "default-src 'self'; script-src 'self'" }
  await page.route(`${devnet.demo}/faulty`, (route) =>
    route.fulfill({ contentType: 'text/html', headers, body: html }),
  )
  await page.route(`${devnet.demo}/icon.svg`, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  )
  await page.goto(`${devnet.demo}/faulty`)
  await page.evaluate(() =>
    document
      .querySelector('#host')
      ?.attachShadow({ mode: 'open' })
      .append(document.createElement('button')),
  )
  expect(await axe(page)).toEqual([expect.stringContaining('#host >> button')])
})
