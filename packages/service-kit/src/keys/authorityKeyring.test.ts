import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePairKey, type ShareContext, sealShare, withProof } from '@latchkey/api-client/sealing'
import { calculateJwkThumbprint } from 'jose'
import { expect, inject, test } from 'vitest'
import { copyTemplate } from '../../test/template.ts'
import { openLocalKeyRing } from '../kms/localKeyRing.ts'
import { openAuthorityKeyring } from './authorityKeyring.ts'

test('keys are made once, also by servers that start together, differ by authority and cannot be exported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  const database = await copyTemplate(inject('databaseTemplate'))
  try {
    const kms = openLocalKeyRing(join(folder, 'api.json'))
    const rings = await Promise.all([1, 2, 3].map(() => openAuthorityKeyring('api', database, kms)))
    expect(new Set(rings.map(({ published }) => JSON.stringify(published))).size).toBe(1)
    const custody = await openAuthorityKeyring('custody', database, openLocalKeyRing(join(folder, 'custody.json')))
    expect(custody.published.hpkePublicKey).not.toBe(rings[0]?.published.hpkePublicKey)
    expect(custody.published.signingKey.kid).toBe(await calculateJwkThumbprint(custody.published.signingKey))
    for (const { privateKey } of [custody.signing, custody.hpke]) {
      expect(privateKey.extractable).toBe(false)
      await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow()
    }
    // The rows of one authority can't be opened with the other's key ring.
    for (const [name, words] of [
      ['custody.json', 'The keys of api do not open what is in this database'],
      ['none.json', 'is missing: put it back from its backup'],
    ] as const)
      await expect(openAuthorityKeyring('api', database, openLocalKeyRing(join(folder, name)))).rejects.toThrow(words)
    expect(existsSync(join(folder, 'none.json'))).toBe(false)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
})

test('of a recovery half, each authority takes what the key that names the pair has signed for it, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  const database = await copyTemplate(inject('databaseTemplate'))
  try {
    for (const [authority, purpose] of [
      ['custody', 'recovery'],
      ['api', 'recovery-auth'],
    ] as const) {
      const ring = await openAuthorityKeyring(authority, database, openLocalKeyRing(join(folder, `${authority}.json`)))
      const [key, half] = [await makePairKey(), crypto.getRandomValues(new Uint8Array(33))]
      const about = { userId: 'ada', walletId: 'wallet', generation: 1, deviceId: null, nonce: null }
      const context: ShareContext = { ...about, purpose, recoveryShareId: key.recoveryShareId }
      const open = async (share: Uint8Array) =>
        ring.openShare(await sealShare({ recipientPublicKey: ring.published.hpkePublicKey, context, share }), context)
      expect(await open(await withProof(half, context, key))).toEqual(half)
      for (const share of [half, await withProof(half, context, await makePairKey())])
        await expect(open(share)).rejects.toMatchObject({ name: 'SHARE_INVALID' })
    }
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
})
