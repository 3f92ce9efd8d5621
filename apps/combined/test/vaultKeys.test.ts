import { openVaultKms } from '@latchkey/service-kit/kms/vault/vaultKms'
import { startVaultStandIn } from '@latchkey/service-kit/kms/vault/vaultStandIn.fixture'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness, logIn } from './harness.ts'

test('a wallet whose keys are in Vault is made, opened after a restart and a rotation, and waits while Vault is sealed', async () => {
  const vault = await startVaultStandIn()
  onTestFinished(() => vault.close())
  await using harness = await createHarness({ wrapKms: () => openVaultKms(vault.settings(), fetch) })
  const device = await harness.device()
  const { accessToken, wallet } = await logIn(harness, device, 'ada@example.com')
  expect(await device.unlock(accessToken)).toBe(wallet.addresses.eip155[0])

  await openVaultKms(vault.settings(), fetch).rotate()
  await harness.restart()
  expect(await device.unlock(accessToken)).toBe(wallet.addresses.eip155[0])

  vault.isSealed = true
  await expect(device.unlock(accessToken)).rejects.toMatchObject({ name: 'KEYS_UNREACHABLE' })
  vault.isSealed = false
  expect(await device.unlock(accessToken)).toBe(wallet.addresses.eip155[0])
})
