import { expect, extendedTier, test } from '../../fixtures.ts'
import { Dapp } from '../../pages/Dapp.ts'
import { windowProviderNames } from './windowProviderNames.ts'

/** With a login provider: the first time, again, and from another site, it is the same wallet. */

/** One responds with a redirect, the other with a form; `socialLogin.test.ts` covers every provider. */
const standard = ['Google', 'Apple']

for (const name of windowProviderNames) {
  const details = standard.includes(name) ? {} : extendedTier
  test(
    `${name} opens the same wallet the first time, the second time and on another site`,
    details,
    async ({ dapp, email, stack, context }) => {
      await dapp.open()
      await dapp.logInWith(name, email)
      const address = await dapp.address()
      expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
      await dapp.press('Sign message')
      await dapp.approval.confirm()
      await expect(dapp.results).toContainText('Valid signature')

      await dapp.page.reload()
      await dapp.expectConnected()
      await dapp.openModal()
      await expect(dapp.modal.dialog.getByRole('img', { name, exact: true })).toBeVisible()
      await dapp.modal.disconnect()
      await dapp.expectDisconnected()

      await dapp.logInWith(name, email)
      expect(await dapp.address()).toBe(address)

      const elsewhere = new Dapp(await context.newPage(), stack)
      await elsewhere.open(stack.urls.demo.replace('127.0.0.1', 'other.localhost'))
      await elsewhere.logInWith(name, email)
      expect(await elsewhere.address()).toBe(address)
      // Nothing is left open.
      expect(context.pages()).toHaveLength(2)
    },
  )
}
