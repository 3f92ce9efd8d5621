import { Settings } from '../pages/Settings.ts'
import { expect, test } from './fixtures.ts'
import { authjsProject } from './rows.ts'

test('an app with Next.js and Auth.js, and no code of ours, signs a user in', { tag: '@extended' }, async ({
  page,
  stack,
  serve,
}) => {
  const { url } = await serve(authjsProject)
  const email = `user-${crypto.randomUUID().slice(0, 8)}@example.org`
  const wallet = new Settings(page, stack)
  // Next.js assumes that it is at `localhost`, and the redirect URI has to match.
  await page.goto(url.replace('127.0.0.1', 'localhost'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await wallet.submitEmail(email)
  await wallet.enterCode(await stack.mailbox.latestCode(email))
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByTestId('email')).toHaveText(email)
  await expect(page.getByTestId('wallets')).toHaveText(/^eip155:1:0x/)
  await expect(page.getByTestId('subject')).toHaveText(/^[\w-]{22}$/)
})
