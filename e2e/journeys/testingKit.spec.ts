import { loginByEmail } from '@latchkey/testing/playwright'
import { test } from '../fixtures.ts'

/** The dapp developers' test kit, on our own demo. */

test('loginByEmail signs in a new user, and the same user again after they have left', async ({
  dapp,
  email,
  stack,
  page,
}) => {
  await dapp.open()
  await loginByEmail(page, email, { mailbox: (address) => stack.mailbox.latestCode(address) })
  await dapp.expectConnected()
  await dapp.openModal()
  await dapp.modal.disconnect()
  await dapp.expectDisconnected()
  await loginByEmail(page, email, { mailbox: stack.urls.inbox, openModal: () => dapp.openModal() })
  await dapp.expectConnected()
})
