import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { test as base, expect } from '../../fixtures.ts'
import { Dapp } from '../../pages/Dapp.ts'

/** A wallet that is a real extension: a script in the page's world, one beside it, and a service worker. */

const folder = fileURLToPath(new URL('../../extension', import.meta.url))
const account = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const test = base.extend({
  // Browsers load extensions only with a separate profile.
  dapp: async ({ stack }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'latchkey-e2e-profile-'))
    const context = await chromium.launchPersistentContext(profile, {
      ...chromiumLaunch,
      ignoreDefaultArgs: ['--disable-extensions'],
      args: [...chromiumLaunch.args, `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
    })
    await use(new Dapp(await context.newPage(), stack))
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  },
})

test('a wallet extension is found, connected, and there again after a reload, until it is disconnected', async ({
  dapp,
}) => {
  await dapp.open()
  await dapp.openModal()
  await expect(dapp.modal.walletRow('Burrow')).toContainText('Installed')
  await dapp.modal.connectWallet('Burrow')
  await dapp.expectConnected()
  await dapp.expectAccount(account)
  await expect(dapp.connections).toHaveText([`Burrow eip155:31337: ${account}`])

  await dapp.page.reload()
  await dapp.expectAccount(account)
  await dapp.press('Sign message')
  await expect(dapp.results).toContainText('This wallet cannot do that here')

  await dapp.openModal()
  await dapp.modal.disconnect()
  await dapp.expectDisconnected()
  await dapp.page.reload()
  await dapp.expectDisconnected()
})
