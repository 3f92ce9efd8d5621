import { AppError } from '@latchkey/protocol'
import type { Vault } from '@latchkey/vault-protocol'
import { describe, expect, test } from 'vitest'
import { createVaultLink } from './createVaultLink.ts'
import { emptyDisk, fakeVault } from './fakeVault.fixture.ts'

describe('createVaultLink', () => {
  test('connects once, when it is first needed', async () => {
    let connections = 0
    const link = createVaultLink(async () => {
      connections++
      return fakeVault(emptyDisk()).vault
    })
    expect(connections).toBe(0)
    await Promise.all([link.status(undefined), link.connect(), link.openDevice(undefined)])
    expect(connections).toBe(1)
  })

  test('connects again after it failed to', async () => {
    let connections = 0
    const link = createVaultLink(async () => {
      if (++connections === 1) throw new AppError('FRAME_LOAD_FAILED')
      return fakeVault(emptyDisk()).vault
    })
    await expect(link.status(undefined)).rejects.toMatchObject({ name: 'FRAME_LOAD_FAILED' })
    expect((await link.status(undefined)).wallet).toBeNull()
  })

  test('the call that finds the vault gone fails, and the next one has a new vault', async () => {
    const disk = emptyDisk()
    let connections = 0
    const link = createVaultLink(async (): Promise<Vault> => {
      const { vault } = fakeVault(disk)
      if (++connections > 1) return vault
      return {
        ...vault,
        sign: async () => {
          throw new AppError('DISCONNECTED')
        },
      }
    })
    const content = { kind: 'typedData', address: `0x${'0'.repeat(40)}`, typedData: '{}' } as const
    await expect(link.sign(content)).rejects.toMatchObject({ name: 'DISCONNECTED' })
    // It has no key, and reports that.
    await expect(link.sign(content)).rejects.toMatchObject({ name: 'VAULT_LOCKED' })
    expect(connections).toBe(2)
  })
})
