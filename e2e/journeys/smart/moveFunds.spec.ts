import { expect, test } from '../../fixtures.ts'
import { Account } from '../../pages/Account.ts'

/** A user who changes the account type keeps their total, sees where the money is, and can move it. */

test('the money comes along to the smart account, and back in one step', async ({ dapp, email }) => {
  const { dialog } = dapp.modal
  const account = new Account(dapp)
  const total = async (): Promise<number> => {
    const text = (await dialog.getByText(/^Total balance \$/).textContent()) ?? ''
    return Number(text.replace(/[^\d.]/g, ''))
  }
  await dapp.open()
  await dapp.logIn(email)
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  await dapp.press('Get local tokens')
  await expect(dapp.results).toContainText('The faucet sent USDC, LKEY and an NFT')
  const standard = await dapp.address()

  await dapp.openModal()
  await expect(account.token('LKEY')).toContainText('1,000 LKEY')
  const before = await total()
  await dapp.modal.openSettings()
  await dialog.getByText('Smart account', { exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Move funds' })).toBeVisible()
  await expect(dialog).toContainText('in your standard account')
  // Switching back shows the same total, and how to move it.
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect.poll(total).toBe(before)
  const smart = await dapp.modal.fullAddress()
  expect(smart).not.toBe(standard)
  await dialog.getByRole('button', { name: /in your standard account/ }).click()

  await dialog.getByRole('button', { name: 'Move funds', exact: true }).click()
  for (const token of ['USDC', 'LKEY', 'ETH']) {
    await expect(dapp.approval.card).toContainText(new RegExp(`Move [\\d.,]+ ${token}.* to your smart account`))
    await dapp.approval.confirm()
  }
  await expect(account.token('ETH')).toContainText(/9\.9\d* ETH/)
  await expect(account.token('USDC')).toContainText('1,000 USDC')
  await expect(account.token('LKEY')).toContainText('1,000 LKEY')
  expect(await dapp.modal.fullAddress()).toBe(smart)
  // Only the fees are gone.
  expect(before - (await total())).toBeLessThan(5)

  await dapp.modal.openSettings()
  await dialog.getByText('Standard', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Move funds', exact: true }).click()
  await expect(dapp.approval.card).toContainText('Move 3 assets to your standard account')
  await dapp.approval.confirm()
  await expect(account.token('LKEY')).toContainText('1,000 LKEY')
  expect(await dapp.modal.fullAddress()).toBe(standard)
})
