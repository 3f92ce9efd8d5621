import type { Page, Request } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** Telemetry from a page on one site to an api on another, as a browser sends it: beacons without a preflight, and only if enabled. */

const paths = ['/getAnalyticsConfig', '/batch', '/e']
/** Every telemetry call, preflights included. */
const listen = (page: Page): Request[] => {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (paths.includes(new URL(request.url()).pathname)) calls.push(request)
  })
  return calls
}
const namesOf = (calls: readonly Request[]) => calls.map((call) => `${call.method()} ${new URL(call.url()).pathname}`)

test('a page that asks for telemetry sends its events by beacon, and the api takes them', async ({
  dapp,
  page,
  stack,
}) => {
  const calls = listen(page)
  await page.goto(new URL('/playground?telemetry=on&order=7#paid', stack.urls.demo).href)
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
  const answered = page.waitForResponse(/\/getAnalyticsConfig\?/)
  await dapp.openModal()
  expect(await (await answered).json()).toEqual({ isAnalyticsEnabled: true })
  await dapp.modal.close()

  const answer = page.waitForResponse(/\/batch\?/)
  // As when the page is left; Playwright does not report its last requests.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
  const response = await answer
  const beacon = response.request()
  expect(response.status()).toBe(200)
  expect(beacon.headers()['content-type']).toBe('text/plain;charset=UTF-8')
  expect(beacon.postDataJSON()).toMatchObject([
    {
      url: `${new URL(stack.urls.demo).origin}/playground`,
      props: { event: 'MODAL_OPEN', properties: { view: 'Connect' } },
    },
    { props: { event: 'MODAL_CLOSE' } },
  ])
  expect(namesOf(calls)).toEqual(['GET /getAnalyticsConfig', 'POST /batch'])
})

test('a frame that can’t be loaded is reported by name, and to the api only', async ({ dapp, page, stack }) => {
  const calls = listen(page)
  // As a server that lets no page frame it.
  await page.route(`${stack.urls.wallet}/sdk*`, (route) =>
    route.fulfill({ contentType: 'text/html', headers: { 'x-frame-options': 'DENY' }, body: 'no' }),
  )
  await page.goto(new URL('/playground?telemetry=on', stack.urls.demo).href)
  const reported = page.waitForResponse(/\/e\?/)
  await dapp.openModal()
  const report = await reported
  expect(report.status()).toBe(200)
  expect(report.request().postDataJSON()).toEqual({
    type: 'error',
    event: 'iframe_load_failed',
    properties: {
      errorType: 'FRAME_LOAD_FAILED',
      errorMessage: expect.stringMatching(/^Unable to load email login dependency/),
      timestamp: expect.any(Number),
    },
  })
  expect(namesOf(calls)).toEqual(['GET /getAnalyticsConfig', 'POST /e'])
})

for (const [what, query, isPrivate] of [
  ['that does not ask for it', '', false],
  ['whose user’s browser sends Global Privacy Control', '?telemetry=on', true],
] as const)
  test(`a page ${what} sends nothing`, async ({ dapp, page, stack }) => {
    const calls = listen(page)
    if (isPrivate)
      await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await page.goto(new URL(`/playground${query}`, stack.urls.demo).href)
    await dapp.openModal()
    await dapp.modal.close()
    await page.goto(new URL('/playground', stack.urls.demo).href)
    expect(calls).toEqual([])
  })
