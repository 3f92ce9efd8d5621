import { expect, test } from '../fixtures.ts'
import { LinkPage } from '../pages/LinkPage.ts'
import { bundleScript } from '../probe/bundleScript.ts'

type ExistingClient = {
  connectEmail(payload: { email: string }): Promise<{ action: string }>
  connectDevice(): Promise<void>
  connectOtp(payload: { otp: string }): Promise<void>
  connect(payload?: { chainId?: number }): Promise<{ address: string; email?: string }>
}
declare const existingClient: ExistingClient

test.use({ deviceLink: 'always' })

test('an existing profile-4 client waits for the device link, twice, and goes on with the code', async ({
  page,
  context,
  stack,
  email,
}) => {
  const script = await bundleScript(new URL('./existingClient.ts', import.meta.url), {
    NEXT_PUBLIC_SECURE_SITE_SDK_URL: `${stack.urls.wallet}/sdk`,
    NEXT_PUBLIC_DEFAULT_LOG_LEVEL: 'silent',
  })
  await page.goto(stack.urls.demo)
  await page.evaluate(script)
  expect(await page.evaluate((email) => existingClient.connectEmail({ email }), email)).toEqual({
    action: 'VERIFY_DEVICE',
  })
  // As its view does when it is opened again.
  const approved = page.evaluate(() => Promise.all([existingClient.connectDevice(), existingClient.connectDevice()]))

  const link = new LinkPage(await context.newPage())
  await link.open(await stack.mailbox.latestLink(email))
  await link.press('Approve')
  await link.expectHeading('Device approved')
  await approved
  const otp = await stack.mailbox.latestCode(email)
  await page.evaluate((otp) => existingClient.connectOtp({ otp }), otp)
  const user = await page.evaluate(() => existingClient.connect({ chainId: 31337 }))
  expect(user).toMatchObject({ email, address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) })
})
