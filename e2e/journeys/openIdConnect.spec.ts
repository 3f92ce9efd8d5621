import { demoClientSecret, demoRedirectPath } from '@latchkey/local'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { expect, test } from '../fixtures.ts'
import { Settings } from '../pages/Settings.ts'

test('an app without code of ours signs a user in, who agrees once', async ({ page, stack, email }) => {
  const issuer = new URL(`${stack.urls.api}/oidc`)
  const app = await discovery(issuer, 'demo-web', undefined, ClientSecretBasic(demoClientSecret), {
    execute: [allowInsecureRequests],
  })
  const returnsTo = `${stack.urls.demo}${demoRedirectPath}`
  /** The app's server sends the browser away, and handles its return. */
  const signIn = async (decide: () => Promise<void>) => {
    const [verifier, expectedState, expectedNonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()]
    const address = buildAuthorizationUrl(app, {
      redirect_uri: returnsTo,
      scope: 'openid email wallets',
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
    })
    await page.goto(address.href)
    await decide()
    await page.waitForURL((url) => url.href.startsWith(returnsTo))
    const url = new URL(page.url())
    return await authorizationCodeGrant(app, url, { pkceCodeVerifier: verifier, expectedState, expectedNonce })
  }

  const settings = new Settings(page, stack)
  const first = await signIn(async () => {
    await expect(page.getByText('Sign in to continue to Small Hours')).toBeVisible()
    await settings.submitEmail(email)
    await settings.enterCode(await stack.mailbox.latestCode(email))
    await expect(page.getByRole('heading', { name: 'Sign in to Small Hours?' })).toBeVisible()
    await expect(page.getByText('Your email address')).toBeVisible()
    await page.getByRole('button', { name: 'Allow' }).click()
  })
  expect(first.claims()).toMatchObject({ aud: 'demo-web', email, amr: ['otp'] })
  expect(first.claims()?.wallets).toContainEqual(expect.stringMatching(/^eip155:1:0x/))

  const again = await signIn(async () => undefined)
  expect(again.claims()?.sub).toBe(first.claims()?.sub)

  await page.goto(`${issuer.href}/auth?client_id=unlisted`)
  await expect(page.getByRole('heading', { name: 'This sign-in can’t continue' })).toBeVisible()
})
