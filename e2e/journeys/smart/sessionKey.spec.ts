import { chooseAccountType } from '@latchkey/testing/playwright'
import { expect, test } from '../../fixtures.ts'

test('a user lets a key of the demo spend, which it does without asking until they take it back', async ({
  dapp,
  email,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  await chooseAccountType(dapp.page, 'smartAccount', { openModal: () => dapp.openModal() })
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')

  await dapp.press('Let a key spend 0.05 ETH')
  await expect(dapp.approval.card).toContainText('send up to 0.05 ETH in all, to anyone')
  await dapp.approval.press('Allow')
  await expect(dapp.results).toContainText('A key of this page may send 0.05 ETH within an hour')

  await dapp.press('Spend 0.02 ETH by the key')
  await expect(dapp.results).toContainText('Sent without asking')
  await dapp.press('Spend 0.5 ETH by the key')
  await expect(dapp.results).toContainText('allowance-exceeded')

  await dapp.press('Take the key back')
  await expect(dapp.approval.card).toContainText('Remove permission')
  await dapp.approval.press('Remove')
  await expect(dapp.results).toContainText('The key can spend nothing more')
  await dapp.press('Spend 0.02 ETH by the key')
  // The latest comes first.
  await expect(dapp.results.locator(':scope > *').first()).toContainText('execution reverted')
})
