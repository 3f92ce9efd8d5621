import { describe, expect, test } from 'vitest'
import { makeDeviceKeys } from '../custody/device.ts'
import { emptyContents, type VaultContents, type VaultStorage } from '../storage/vaultStorage.ts'

/**
 * Tests every implementation of `VaultStorage`. `open` returns another handle on the same storage each time it is called with the same
 * name.
 */
export const storageContract = (title: string, open: (name: string) => VaultStorage): void => {
  let used = 0
  const places = () => {
    const name = `contract-${used++}`
    return () => open(name)
  }

  describe(title, () => {
    test('is empty before the first change', async () => {
      expect(await places()().read()).toEqual(emptyContents)
    })

    test('keeps keys that sign, and that nobody can read', async () => {
      const open = places()
      const device = await makeDeviceKeys()
      await open().update((latest) => ({ ...latest, device }))
      const kept = (await open().read()).device
      const { privateKey = undefined, publicKey = undefined } = kept?.signing ?? {}
      if (privateKey === undefined || publicKey === undefined || kept === null) throw new Error('no keys')
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      const signature = await crypto.subtle.sign(algorithm, privateKey, Uint8Array.of(1))
      expect(await crypto.subtle.verify(algorithm, device.signing.publicKey, signature, Uint8Array.of(1))).toBe(true)
      for (const key of [privateKey, kept.hpke.privateKey, kept.wrapping]) {
        expect(key.extractable).toBe(false)
        for (const format of ['raw', 'jwk', 'pkcs8'] as const) {
          await expect(crypto.subtle.exportKey(format, key)).rejects.toThrow()
        }
      }
    })

    test('a change is seen by another handle, and not by who holds an older copy', async () => {
      const open = places()
      const before = await open().update((latest) => ({ ...latest, ready: enrolment(1) }))
      await open().update((latest) => ({ ...latest, ready: enrolment(2) }))
      expect(before.ready).toEqual(enrolment(1))
      expect((await open().read()).ready).toEqual(enrolment(2))
    })

    test('keeps a change that waits to be committed, with all that is to be sent', async () => {
      const open = places()
      const sealed = { sealedRecoveryShare: 'AA', sealedRecoveryAuthShare: 'AB' }
      const upload = {
        kind: 'changed',
        change: { kind: 'rotate' },
        atMs: 1,
        signature: 'AD',
        sealedAuthShare: 'AC',
        recovery: sealed,
      } as const
      const pending = { ...enrolment(2), upload }
      await open().update((latest) => ({ ...latest, ready: enrolment(1), pending }))
      expect(await open().read()).toEqual({ device: null, ready: enrolment(1), pending })
    })

    test('100 changes at once through two handles all count', async () => {
      const open = places()
      const handles = [open(), open()]
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          handles[index % 2]?.update((latest) => ({
            ...latest,
            ready: enrolment((latest.ready?.record.generation ?? 0) + 1),
          })),
        ),
      )
      expect((await open().read()).ready?.record.generation).toBe(100)
    })

    test('a change that throws changes nothing, and its error comes out', async () => {
      const open = places()
      await open().update((latest) => ({ ...latest, ready: enrolment(1) }))
      const thrown = new Error('refused')
      const refuse = open().update(() => {
        throw thrown
      })
      await expect(refuse).rejects.toBe(thrown)
      expect((await open().read()).ready).toEqual(enrolment(1))
    })
  })
}

const enrolment = (generation: number): NonNullable<VaultContents['ready']> => ({
  record: {
    walletId: '00000000-0000-4000-8000-000000000001',
    userId: '00000000-0000-4000-8000-000000000002',
    version: 1,
    generation,
    revision: 1,
    recoveryShareId: '00000000-0000-4000-8000-000000000003',
    recovery: { kind: 'automatic' },
    addresses: { eip155: ['0x0000000000000000000000000000000000000001'], solana: ['1'.repeat(32)] },
    ciphertext: 'AAAA',
  },
  wrappedDeviceShare: Uint8Array.of(1, 2, 3),
})
