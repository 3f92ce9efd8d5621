import { fileURLToPath, pathToFileURL } from 'node:url'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from '../../fixtures.ts'
import { Settings } from '../../pages/Settings.ts'

const passphrase = 'seven slow herons cross a frozen pond'
const opener = pathToFileURL(fileURLToPath(new URL('../../../apps/vault/dist/recover.html', import.meta.url))).href

test('a recovery file opens with every server off and without the network', async ({ page, email, stack, browser }) => {
  const settings = new Settings(page, stack)
  await settings.open()
  await settings.signIn(email)
  const [evm = '', solana = ''] = await settings.addresses()
  await settings.go('Recovery')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Make a recovery file' }).click()
  await settings.choosePassphrase(passphrase)
  const file = await (await download).path()
  await expect(page.getByText('The file was saved')).toBeVisible()

  await stack.frame.stop()
  await stack.api.stop()
  try {
    const offline = await browser.newContext({ offline: true })
    const recover = await offline.newPage()
    await recover.goto(opener)
    await recover.getByLabel('Recovery file').setInputFiles(file)
    await expect(recover.getByText(evm)).toBeVisible()
    await expect(recover.getByText(solana)).toBeVisible()
    const field = recover.getByLabel('File passphrase')
    const open = recover.getByRole('button', { name: 'Open' })
    await field.fill('not the one that was chosen')
    await open.click()
    await expect(recover.getByText(/Incorrect passphrase/)).toBeVisible()
    await field.fill(passphrase)
    await open.click()
    const card = recover.getByRole('region', { name: 'Recovery phrase' })
    await card.getByRole('button', { name: 'Show for 60 seconds' }).click()
    await expect(card.locator('.secret[data-shown] li')).toHaveCount(24)
    const words = await card.locator('.secret[data-shown] li').allTextContents()
    expect(mnemonicToAccount(words.join(' ')).address).toBe(evm)
    await offline.close()
  } finally {
    await stack.api.start()
    await stack.frame.start()
  }
})
