import { expect, extendedTier, test } from '../fixtures.ts'
import { Dapp } from '../pages/Dapp.ts'

/**
 * A page that is closed during a first sign-in. `request`: the service never got the call; `answer`: it processed the call, but the page
 * never got the response. A code that was not used can be requested again only after its 30 s, so there the table begins with the next
 * step.
 */
const deaths = [
  { step: '/custody/v1/email/verify', lost: 'answer' },
  { step: '/account/v1/session', lost: 'request' },
  { step: '/account/v1/session', lost: 'answer' },
  { step: '/custody/v1/recovery-share', lost: 'request' },
  { step: '/custody/v1/recovery-share', lost: 'answer' },
  { step: '/account/v1/wallet', lost: 'request' },
  { step: '/account/v1/wallet', lost: 'answer' },
] as const

for (const [index, { step, lost }] of deaths.entries()) {
  // A lost request leaves the services in the same state as the lost response before it.
  const details = lost === 'answer' ? {} : extendedTier
  test(
    `a page that dies with the ${lost} of ${step} on the way leaves one wallet behind`,
    details,
    async ({ browser, stack }) => {
      const email = `dies-${index}-${crypto.randomUUID().slice(0, 8)}@example.org`
      const context = await browser.newContext()
      const dapp = new Dapp(await context.newPage(), stack)
      const { promise: died, resolve: die } = Promise.withResolvers<void>()
      // Before the wallet's document loads: Playwright misses requests of a frame that is loading when a route is added.
      await context.route(
        (url) => url.pathname === step,
        async (route) => {
          if (route.request().method() === 'OPTIONS') return route.fallback()
          const response = lost === 'answer' ? await route.fetch() : null
          // The first proof may get a nonce challenge; the page stays open and retries.
          if (response?.status() === 401) return route.fulfill({ response })
          await dapp.page.close()
          die()
        },
      )
      await dapp.open()
      await dapp.openModal()
      await dapp.modal.submitEmail(email)
      await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
      await died
      await context.unrouteAll({ behavior: 'ignoreErrors' })

      const again = new Dapp(await context.newPage(), stack)
      await again.open()
      await again.logIn(email)
      const address = await again.address()
      const elsewhere = await browser.newContext()
      const other = new Dapp(await elsewhere.newPage(), stack)
      await other.open()
      await other.logIn(email)
      expect(await other.address()).toBe(address)
      await elsewhere.close()
      await context.close()
    },
  )
}

test('a service that dies after it kept the recovery share and before the wallet is committed: the user goes on', async ({
  dapp,
  email,
  stack,
  browser,
}) => {
  // As above: before the wallet's document loads.
  await dapp.page.route(`${stack.urls.api}/account/v1/wallet`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await stack.api.stop()
    await route.continue()
  })
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const code = await stack.mailbox.latestCode(email)
  await dapp.modal.enterCode(code)
  await expect(dapp.modal.login).toContainText('Can’t reach the wallet service')
  await dapp.page.unrouteAll()
  await stack.api.start()
  await dapp.modal.wallet.getByRole('button', { name: 'Try again' }).click()
  await dapp.expectConnected()
  const elsewhere = await browser.newContext()
  const other = new Dapp(await elsewhere.newPage(), stack)
  await other.open()
  await other.logIn(email)
  expect(await other.address()).toBe(await dapp.address())
  await elsewhere.close()
})

/** A page that is closed while an existing wallet comes to another device. */
for (const step of [
  '/custody/v1/recovery-share/release',
  '/account/v1/recovery-auth-share/release',
  '/account/v1/auth-share',
]) {
  // Releasing changes only counters; the last step has enrolled the device.
  const details = step === '/account/v1/auth-share' ? {} : extendedTier
  test(
    `a page that dies at ${step} on a second device finds the same wallet afterwards`,
    details,
    async ({ dapp, email, stack, browser }) => {
      await dapp.open()
      await dapp.logIn(email)
      const address = await dapp.address()

      const context = await browser.newContext()
      const dying = new Dapp(await context.newPage(), stack)
      await dying.open()
      const { promise: died, resolve: die } = Promise.withResolvers<void>()
      await context.route(
        (url) => url.pathname === step,
        async (route) => {
          if (route.request().method() === 'OPTIONS') return route.fallback()
          const response = await route.fetch()
          if (response.status() === 401) return route.fulfill({ response })
          await dying.page.close()
          die()
        },
      )
      await dying.openModal()
      await dying.modal.submitEmail(email)
      await dying.modal.enterCode(await stack.mailbox.latestCode(email))
      await died
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      const again = new Dapp(await context.newPage(), stack)
      await again.open()
      await again.logIn(email)
      expect(await again.address()).toBe(address)
      await context.close()
    },
  )
}
