import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, extendedTier, test } from '../../fixtures.ts'
import { Approval } from '../../pages/Approval.ts'
import { Settings } from '../../pages/Settings.ts'
import { SmartDapp, type SmartKind, smartChains } from './SmartDapp.ts'

for (const kind of Object.keys(smartChains) as SmartKind[]) {
  // `batches.spec.ts` and `signatures.spec.ts` have the other kind of account.
  const details = kind === 'hybrid' ? {} : extendedTier
  test(
    `a user finds their permissions on the wallet’s own page (${kind}), and revokes them there`,
    details,
    async ({ page, context, stack, email }) => {
      const dapp = await SmartDapp.open(page, stack, email, kind)
      const request = {
        chainId: dapp.chainId,
        expiry: Math.floor(Date.now() / 1000) + 86_400,
        signer: { type: 'account', data: { address: privateKeyToAccount(generatePrivateKey()).address } },
        permissions: [{ type: 'native-token-transfer', data: { allowance: `0x${parseEther('2').toString(16)}` } }],
      }
      const granting = dapp.ask('wallet_grantPermissions', [request])
      await dapp.approval.press('Allow')
      expect(await granting).toHaveProperty('context')

      const own = await context.newPage()
      const settings = new Settings(own, stack)
      await settings.open()
      await settings.signIn(email)
      await settings.go('Permissions')
      const card = own.getByRole('article', { name: 'Send up to 2 ETH in all, to anyone' })
      await expect(card).toBeVisible()
      await card.getByRole('button', { name: 'End' }).click()
      await new Approval(own).press('Remove')
      await expect(card.getByText('Ended')).toBeVisible()
      await expect(own.getByRole('heading', { name: 'Permissions', level: 1 })).toBeVisible()
      await expect(card.getByRole('button', { name: 'End' })).toBeHidden()
    },
  )
}
