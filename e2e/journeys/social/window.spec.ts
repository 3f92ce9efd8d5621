import { expect, extendedTier, test } from '../../fixtures.ts'
import { windowProviderNames } from './windowProviderNames.ts'

/** The sign-in window: declined, closed, never opened, out of the page's reach. */

/** The window is the same for all. These are two that `login.spec.ts` doesn't have, one of them without an email. */
const standard = ['GitHub', 'X']

for (const name of windowProviderNames) {
  const details = standard.includes(name) ? {} : extendedTier
  test(
    `${name}: declining says so, closing the window says how to go on, and the next try logs in`,
    details,
    async ({ dapp, email, context }) => {
      const { modal } = dapp
      await dapp.open()
      await dapp.openModal()
      const first = await modal.openProvider(name)
      await expect(modal.dialog.getByRole('heading', { name: `Continue in the ${name} window` })).toBeVisible()
      await first.deny()
      await modal.expectFailure(`You didn’t sign in to ${name}`, 'Try again')
      await expect(modal.dialog).toContainText('Nothing was changed')

      const second = await modal.openProvider(name, () => modal.tryAgain())
      await second.page.close()
      await expect(modal.dialog.getByRole('heading', { name: `The ${name} window was closed` })).toBeVisible()

      const third = await modal.openProvider(name, () =>
        modal.dialog.getByRole('button', { name: 'Try again' }).click(),
      )
      await third.signIn(email)
      await third.agree()
      await modal.confirmAccount(name, email)
      await dapp.expectConnected()
      await expect.poll(() => context.pages().length).toBe(1)
    },
  )
}

test('a login that is left for another method closes its window, and what was begun there is worth nothing', async ({
  dapp,
  email,
  context,
}) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.openProvider('Google')
  await dapp.modal.dialog.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => context.pages().length).toBe(1)
  const window = await dapp.modal.openProvider('GitHub')
  await window.signIn(email)
  await window.agree()
  await dapp.expectConnected()
})

test('a browser that opens no window: a link leads there, and the number that the page shows lets the login through', async ({
  dapp,
  email,
}) => {
  const { modal, page } = dapp
  await page.addInitScript(() => {
    globalThis.open = () => null
  })
  await dapp.open()
  await dapp.openModal()
  await modal.chooseSocial('Google')
  await expect(modal.dialog.getByRole('heading', { name: 'Google opens in a new window' })).toBeVisible()
  const window = await modal.openProvider('Google', () =>
    modal.dialog.getByRole('link', { name: 'Open Google' }).click(),
  )
  await window.signIn(email)
  await window.pickTheSame(await modal.loginNumber())
  await modal.confirmAccount('Google', email)
  await dapp.expectConnected()
})

test.describe('a window that the browser keeps apart from the page', () => {
  test.afterEach(({ stack }) => stack.setFault('google', null))

  test('because the provider wants it: the number that the page shows lets the login through', async ({
    dapp,
    email,
    stack,
  }) => {
    await stack.setFault('google', 'severed')
    await dapp.open()
    await dapp.openModal()
    const window = await dapp.modal.openProvider('Google')
    // In an automated browser every page has the focus: the window looks closed.
    await expect(
      dapp.modal.dialog.getByRole('heading', { name: /^(Finish signing in|The Google window)/ }),
    ).toBeVisible()
    await window.signIn(email)
    await expect(window.page.locator('main')).toContainText('127.0.0.1')
    await window.pickTheSame(await dapp.modal.loginNumber())
    await dapp.modal.confirmAccount('Google', email)
    await dapp.expectConnected()
  })

  test('because the page wants it: what it opened closes, a link leads on, and the number lets the login through', async ({
    dapp,
    email,
    stack,
    context,
  }) => {
    const { modal, page } = dapp
    // Browsers prompt before a page that a test has modified may reach this machine.
    await context.grantPermissions(['local-network-access'])
    await page.route(`${stack.urls.demo}/playground`, async (route) => {
      const response = await route.fetch()
      const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' }
      await route.fulfill({ response, headers })
    })
    await dapp.open()
    await dapp.openModal()
    // The URL is known only when the window is already out of reach.
    const closing = context.waitForEvent('page').then((opened) => opened.waitForEvent('close'))
    await page.route('**/account/v1/social/start', async (route) => {
      await closing
      await route.continue()
    })
    await modal.chooseSocial('Google')
    // Otherwise it would be taken for the one that the link opens.
    await closing
    const window = await modal.openProvider('Google', () =>
      modal.dialog.getByRole('link', { name: 'Open Google' }).click(),
    )
    await window.signIn(email)
    await window.pickTheSame(await modal.loginNumber())
    await modal.confirmAccount('Google', email)
    await dapp.expectConnected()
  })

  test('whoever did not begin it says so, and nobody is logged in', async ({ dapp, email, stack }) => {
    await stack.setFault('google', 'severed')
    await dapp.open()
    await dapp.openModal()
    const window = await dapp.modal.openProvider('Google')
    await window.signIn(email)
    await window.expectQuestion()
    await window.page.getByRole('button', { name: 'Not me' }).click()
    await window.expectHeading('You weren’t signed in')
    await dapp.modal.useAnotherMethod()
    await dapp.modal.close()
    await dapp.page.reload()
    await dapp.expectDisconnected()
  })
})

test('what any other window says to the page is not the answer', async ({ dapp, email, stack }) => {
  const { modal, page } = dapp
  await dapp.open()
  await dapp.openModal()
  const window = await modal.openProvider('Google')
  const refusal = `${stack.urls.wallet}/social#attempt=${crypto.randomUUID()}&error=access_denied`
  // A page of another site that this one has opened, and the page itself.
  const opening = page.waitForEvent('popup')
  await page.evaluate((url) => void open(url), stack.urls.inbox)
  const stranger = await opening
  await stranger.evaluate((resultUri) => globalThis.opener.postMessage({ resultUri }, '*'), refusal)
  await stranger.close()
  await page.evaluate((resultUri) => postMessage({ resultUri }, '*'), refusal)
  await expect(modal.dialog.getByRole('heading', { name: 'Continue in the Google window' })).toBeVisible()
  await window.signIn(email)
  await window.agree()
  await modal.confirmAccount('Google', email)
  await dapp.expectConnected()
})
